import type { components } from '../../../sdk/index.ts';
import { counted } from '../../design/counted.ts';

type BulkReview = components['schemas']['BulkReview'];
type Failure = BulkReview['failed'][number];
type AlertEvent = components['schemas']['AlertEvent'];

/** The API takes so many ids in one request. A job reviews more. */
export const MOST_IDS = 100;

export interface ReviewOutcome {
  readonly updated: number;
  /** Alerts that already were in the wanted state. */
  readonly unchanged: number;
  readonly failed: readonly Failure[];
  /** The alerts that no answer speaks of, because a request failed. */
  readonly left: readonly string[];
  /** Why a request failed; null when all were answered. */
  readonly error: unknown;
}

/**
 * Reviews some alerts, in requests of at most 100 ids. A request that fails ends the review.
 * @param send sends one request.
 */
export async function reviewAll(
  ids: readonly string[],
  send: (ids: string[]) => Promise<BulkReview>,
): Promise<ReviewOutcome> {
  let outcome: ReviewOutcome = { updated: 0, unchanged: 0, failed: [], left: [], error: null };
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    try {
      const { updated, unchanged, failed } = await send(ids.slice(from, from + MOST_IDS));
      outcome = {
        ...outcome,
        updated: outcome.updated + updated.length,
        unchanged: outcome.unchanged + unchanged.length,
        failed: [...outcome.failed, ...failed],
      };
    } catch (error) {
      return { ...outcome, left: ids.slice(from), error };
    }
  }
  return outcome;
}

/** The outcome of a review that went on after a request had failed. */
export const continued = (before: ReviewOutcome | undefined, after: ReviewOutcome): ReviewOutcome =>
  before === undefined
    ? after
    : {
        ...after,
        updated: before.updated + after.updated,
        unchanged: before.unchanged + after.unchanged,
        failed: [...before.failed, ...after.failed],
      };

const WORDS: Partial<Record<Failure['code'], string>> = {
  not_found: 'The alert does not exist, or belongs to another organisation.',
  invalid_transition: 'The alert is resolved, so it cannot be acknowledged any more.',
  conflict: 'Somebody changed the alert at the same moment. Try again.',
  unavailable: 'The service was busy. Try again.',
};

/** Why an alert was not reviewed, for a person. */
export const failureText = (code: Failure['code']): string => WORDS[code] ?? `The service answered "${code}".`;

/** What a review did, such as "3 alerts resolved, 1 already resolved." */
export function outcomeText({ updated, unchanged }: ReviewOutcome, done: string): string {
  const before = unchanged === 0 ? '' : `, ${unchanged.toLocaleString()} already ${done}`;
  return `${counted(updated, 'alert')} ${done}${before}.`;
}

/** The alerts that a review changes: nobody acknowledges an alert again, and a resolved alert stays resolved. */
export const changedBy = <A extends Pick<AlertEvent, 'status'>>(
  review: 'acknowledge' | 'resolve',
  alerts: readonly A[],
): readonly A[] => alerts.filter(({ status }) => (review === 'resolve' ? status !== 'resolved' : status === 'open'));
