import Box from '@cloudscape-design/components/box';
import { type Delivery, failureSentence, isFinished } from '../../design/delivery-words.ts';
import { Foreign } from '../../design/foreign.tsx';
import { NextAttemptSentence } from '../../design/next-attempt.tsx';

/** Why nothing has arrived, and what happens next. */
export function DeliveryOutcome({ delivery }: { readonly delivery: Delivery }) {
  const failure = failureSentence(delivery);
  if (failure === undefined) return null;
  return (
    <Box>
      <Foreign text={failure} most={400} />{' '}
      {isFinished(delivery) ? (
        'No further attempt comes by itself: replay the delivery when the reason is gone.'
      ) : (
        <NextAttemptSentence at={delivery.nextAttemptAt} />
      )}
    </Box>
  );
}
