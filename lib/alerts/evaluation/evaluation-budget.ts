import { LRUCache } from 'lru-cache';
import type { OrganisationId } from '../../values/ids.ts';
import { growingTo } from '../../values/memo.ts';
import { plusSeconds } from '../../values/time.ts';

/**
 * How much evaluation an organisation may use in an invocation. Counts steps: an evaluation, a decision, a delivery and
 * a count of recent transactions are a step each, of some ten milliseconds.
 */
export interface EvaluationBudget {
  /** Whether an earlier run may have decided some of the matches. Their decisions are then read first. */
  readonly repeats: boolean;
  spend(steps: number): void;
  isUsedUp(): boolean;
}

/** A budget that is never used up. */
export const UNLIMITED: EvaluationBudget = { repeats: false, spend: () => {}, isUsedUp: () => false };

/**
 * Shorter than the time-outs of `evaluate-rules` and `evaluate-pending`: after this time an evaluation decides no
 * further match. The rest is for the last decision and for the hand-over.
 */
const RUN_SECONDS = 40;

/**
 * The steps of an organisation in a process of `evaluate-rules`: so many at once, and so many in a second. A batch
 * takes some 200 ms for them, and the batches behind it wait. After that the organisation takes a fifth of the time at
 * most.
 */
const STREAM_STEPS = { atOnce: 20, perSecond: 20 } as const;
/** After a batch that used the budget up, an organisation rests so many times as long as the batch took. */
const REST = 4;
/** What was handed over keeps an organisation out of the stream for no longer. */
const LONGEST_DEBT_SECONDS = 60;
const MOST_ORGANISATIONS = 10_000;

/** The steps of an organisation in a batch of `evaluate-pending`, some two to four seconds. */
const PENDING_STEPS = 200;

interface Clock {
  now(): Date;
}

interface Kept {
  /** When the budget is whole again, in milliseconds. */
  wholeAt: number;
  isUsedUp: boolean;
}

/**
 * The budgets of `evaluate-rules`, which the memory of the process keeps from batch to batch. A budget that is used up
 * is used up until it is whole again. Otherwise later transactions would overtake those that were handed over.
 */
export function streamBudgets({ now }: Clock): (organisationId: OrganisationId) => EvaluationBudget {
  const { atOnce, perSecond } = STREAM_STEPS;
  const stepMs = 1000 / perSecond;
  const longestAt = (at: number): number => at + LONGEST_DEBT_SECONDS * 1000;
  const kept = new LRUCache<OrganisationId, Kept>(growingTo(MOST_ORGANISATIONS));
  return (organisationId) => {
    const begun = now().getTime();
    const until = begun + RUN_SECONDS * 1000;
    const own = kept.get(organisationId) ?? { wholeAt: 0, isUsedUp: false };
    kept.set(organisationId, own);
    let spent = 0;
    return {
      repeats: false,
      spend(steps) {
        const at = now().getTime();
        spent += steps;
        own.wholeAt = Math.min(Math.max(own.wholeAt, at) + steps * stepMs, longestAt(at));
      },
      isUsedUp() {
        const at = now().getTime();
        // Steps may take much longer than expected. Then the steps alone would let the next batch begin at once.
        if (spent >= atOnce) own.wholeAt = Math.max(own.wholeAt, Math.min(at + (at - begun) * REST, longestAt(at)));
        const missingMs = own.wholeAt - at;
        if (missingMs <= 0) own.isUsedUp = false;
        else if (missingMs >= atOnce * stepMs) own.isUsedUp = true;
        // A batch with slow steps must end, too.
        return own.isUsedUp || spent >= atOnce || at >= until;
      },
    };
  };
}

/** The budget of an organisation for one batch of `evaluate-pending`. */
export function pendingBudget({ now }: Clock): EvaluationBudget {
  const until = plusSeconds(now(), RUN_SECONDS);
  let spent = 0;
  return {
    repeats: true,
    spend: (steps) => {
      spent += steps;
    },
    isUsedUp: () => spent >= PENDING_STEPS || now() >= until,
  };
}
