import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import { useState } from 'react';
import { counted } from '../../design/counted.ts';
import { Foreign } from '../../design/foreign.tsx';
import { Hash } from '../../design/hash.tsx';
import { useNotify } from '../../design/notices.tsx';
import { useAction } from '../../live/action.ts';
import type { AlertEvent } from './alert-status.tsx';
import { continued, failureText, outcomeText, type ReviewOutcome } from './review-alerts.ts';
import { type Review, ReviewDialog, VERBS } from './review-dialog.tsx';
import { DONE, REVIEW_NOTICE, useReviewer } from './use-review.ts';

interface BulkReviewProps {
  readonly review: Review;
  readonly alerts: readonly AlertEvent[];
  /** How many of them are open alerts of the selected payments that the user has not selected. */
  readonly unselected: number;
  /** Keeps these alerts selected: those that are not reviewed. */
  readonly keep: (ids: ReadonlySet<string>) => void;
  /** Called when every alert is reviewed. */
  readonly onDone: () => void;
  readonly close: () => void;
}

/** Acknowledges or resolves the selected alerts, and names each alert that the service refused. */
export function BulkReview({ review, alerts, unselected, keep, onDone, close }: BulkReviewProps) {
  const send = useReviewer();
  const notify = useNotify();
  // The selection changes with the outcome; the dialog still names all alerts.
  const [named] = useState(alerts);
  const [outcome, setOutcome] = useState<ReviewOutcome>();
  const action = useAction({
    run: (note: string) => send(outcome === undefined ? named.map(({ id }) => id) : outcome.left, review, note),
    changes: ['events'],
    onDone: (answer) => {
      const done = continued(outcome, answer);
      keep(new Set([...done.failed.map(({ id }) => id), ...done.left]));
      if (done.failed.length > 0 || done.left.length > 0) return setOutcome(done);
      close();
      onDone();
      notify('success', outcomeText(done, DONE[review]), REVIEW_NOTICE);
    },
  });
  const what = counted(named.length, 'alert');
  const title = outcome === undefined ? `${VERBS[review]} ${what}?` : `Not all of ${what} could be ${DONE[review]}`;
  return (
    <ReviewDialog
      title={title}
      review={review}
      isRunning={action.isRunning}
      error={action.error ?? outcome?.error}
      isOpen={outcome === undefined || outcome.left.length > 0}
      start={action.start}
      close={close}
    >
      {outcome === undefined ? (
        <Box>
          {unselected === 0
            ? ''
            : `Includes ${counted(unselected, 'alert')} of the same payments that you did not select. `}
          {review === 'resolve' ? 'A resolved alert stays resolved.' : 'You are named as the reviewer.'}
        </Box>
      ) : (
        <Outcome outcome={outcome} done={DONE[review]} alerts={named} />
      )}
    </ReviewDialog>
  );
}

interface OutcomeProps {
  readonly outcome: ReviewOutcome;
  readonly done: string;
  readonly alerts: readonly AlertEvent[];
}

function Outcome({ outcome, done, alerts }: OutcomeProps) {
  const { failed, left } = outcome;
  const waiting = left.length === 0 ? '' : ` ${left.length.toLocaleString()} are left to do.`;
  return (
    <Alert type="warning" header={`${outcomeText(outcome, done)}${waiting}`}>
      {failed.length === 0 ? null : (
        <ul>
          {failed.map(({ id, code }) => {
            const alert = alerts.find((each) => each.id === id);
            return (
              <li key={id}>
                {alert === undefined ? (
                  id
                ) : (
                  <>
                    <Foreign text={alert.ruleName} most={40} />
                    {alert.transaction === null ? null : (
                      <>
                        , <Hash text={alert.transaction.hash} />
                      </>
                    )}
                  </>
                )}
                : {failureText(code)}
              </li>
            );
          })}
        </ul>
      )}
    </Alert>
  );
}
