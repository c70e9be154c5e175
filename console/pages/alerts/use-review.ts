import { dataOf } from '../../../sdk/index.ts';
import { useNotify } from '../../design/notices.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import type { AlertEvent } from './alert-status.tsx';
import { failureText, outcomeText, reviewAll } from './review-alerts.ts';
import type { Review } from './review-dialog.tsx';

interface ReviewInput {
  readonly review: Review;
  readonly alerts: readonly AlertEvent[];
  /** Reads the other open alerts of the payment, which are reviewed too. */
  readonly readHidden?: (() => Promise<readonly AlertEvent[]>) | undefined;
}

/** What a review did takes the place of what the review before did. */
export const REVIEW_NOTICE = 'review';

export const DONE: Readonly<Record<Review, string>> = { acknowledge: 'acknowledged', resolve: 'resolved' };

/** Sends reviews of alerts, in requests of up to 100 ids. */
export function useReviewer() {
  const client = useClient();
  return (ids: readonly string[], review: Review, note = '') => {
    const send = async (some: string[]) => {
      const body = { ids: some, ...(note.trim() !== '' && { note }) };
      return dataOf(await client.PATCH(`/api/alerts/events/bulk-${review}`, { body }));
    };
    return reviewAll(ids, send);
  };
}

/**
 * Reviews the alerts of a transaction together.
 * @param onDone called with the alerts, when none of them is left to review.
 */
export function useReview(onDone: (alerts: readonly AlertEvent[]) => void) {
  const review = useReviewer();
  const notify = useNotify();
  return useAction({
    run: async (input: ReviewInput) => {
      const alerts = [...input.alerts, ...((await input.readHidden?.()) ?? [])];
      const outcome = await review(
        alerts.map(({ id }) => id),
        input.review,
      );
      if (outcome.error !== null) throw outcome.error;
      return { alerts, outcome };
    },
    changes: ['events'],
    onDone: ({ alerts, outcome }, input) => {
      const [failure] = outcome.failed;
      const text = outcomeText(outcome, DONE[input.review]);
      if (failure !== undefined) return notify('warning', `${text} ${failureText(failure.code)}`, REVIEW_NOTICE);
      onDone(alerts);
      notify('success', text, REVIEW_NOTICE);
    },
  });
}
