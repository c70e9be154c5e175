import Box from '@cloudscape-design/components/box';
import { dataOf } from '../../../sdk/index.ts';
import { counted } from '../../design/counted.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import type { Everything } from './read-alerts.ts';
import { type Review, ReviewDialog, VERBS } from './review-dialog.tsx';
import { DONE } from './use-review.ts';

interface ReviewEverythingProps {
  readonly review: Review;
  readonly everything: Everything;
  /** Whether the filters may leave out open alerts of the same payments. */
  readonly mayHideOpen: boolean;
  /** Called with the id of the job that reviews the alerts. */
  readonly onStarted: (id: string) => void;
  readonly close: () => void;
}

/** Asks for the note of a review of all that match, and starts the job that reviews them. */
export function ReviewEverything({ review, everything, mayHideOpen, onStarted, close }: ReviewEverythingProps) {
  const client = useClient();
  const { filter, to, total } = everything;
  const action = useAction({
    run: async (note: string) => {
      const { sort: _, ...filters } = Object.fromEntries(new URLSearchParams(filter));
      const asked = { ...filters, action: review, to, wholePayments: mayHideOpen, ...(note.trim() !== '' && { note }) };
      return dataOf(
        await client.POST('/api/alerts/reviews', {
          body: { action: review },
          // The address has the names of the API, and the API judges the values.
          bodySerializer: () => JSON.stringify(asked),
        }),
      );
    },
    changes: ['reviews'],
    onDone: ({ id }) => {
      close();
      onStarted(id);
    },
  });
  return (
    <ReviewDialog
      title={`${VERBS[review]} ${total === null ? 'all alerts that match' : counted(total, 'alert')}?`}
      review={review}
      isRunning={action.isRunning}
      error={action.error}
      start={action.start}
      close={close}
    >
      <Box>
        {mayHideOpen ? 'Includes the other open alerts of the same payments, of any rule and severity. ' : ''}
        What is {DONE[review]} already stays as it is. The review goes on when you leave the page.
      </Box>
    </ReviewDialog>
  );
}
