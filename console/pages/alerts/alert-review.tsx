import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ActionButton } from '../../design/action-button.tsx';
import { type AlertGroup, statusOf } from '../../design/alert-groups.ts';
import { Foreign } from '../../design/foreign.tsx';
import { Age } from '../../design/instant.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useNarrow } from '../../design/use-narrow.ts';
import type { AlertEvent } from './alert-status.tsx';
import { changedBy } from './review-alerts.ts';
import type { Review } from './review-dialog.tsx';

const NO_LONGER_OPEN: Readonly<Record<AlertEvent['status'], string>> = {
  open: '',
  acknowledged: 'The alert is acknowledged already.',
  resolved: 'The alert is resolved already.',
};

interface AlertReviewProps {
  /** The alert that the panel shows, and its group. A review covers the whole group. */
  readonly alert: AlertEvent;
  readonly group: AlertGroup;
  readonly acknowledge: { readonly isRunning: boolean; readonly error: unknown };
  readonly startAcknowledge: () => void;
  /** Asks for a note first. */
  readonly startNote: () => void;
  readonly startResolve: () => void;
  /** Shows the transaction before or after this transaction in the list. Undefined at the end of the list. */
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** Who reviewed the alert and when, and the buttons for the next step. */
export function AlertReview({
  alert,
  group,
  acknowledge,
  startAcknowledge,
  startNote,
  startResolve,
  previous,
  next,
}: AlertReviewProps) {
  const { status } = statusOf(group);
  const allOf = (review: Review): string => {
    const { length } = changedBy(review, group.alerts);
    return length > 1 ? ` all ${length}` : '';
  };
  // The buttons share one line. On a telephone a step that nobody can take any more has no button.
  const isNarrow = useNarrow();
  return (
    <SpaceBetween size="s">
      <Reviewers alert={alert} />
      <div className="thumb-bar">
        {isNarrow && status !== 'open' ? null : (
          <>
            <ActionButton
              needs="review"
              loading={acknowledge.isRunning}
              disabled={status !== 'open'}
              disabledReason={NO_LONGER_OPEN[status]}
              ariaLabel={`Acknowledge${allOf('acknowledge')}`}
              onClick={startAcknowledge}
            >
              Acknowledge<span className="how-many">{allOf('acknowledge')}</span>
            </ActionButton>
            <ActionButton
              needs="review"
              disabled={status !== 'open'}
              disabledReason={NO_LONGER_OPEN[status]}
              ariaLabel="Acknowledge with a note"
              onClick={startNote}
            >
              Note
            </ActionButton>
          </>
        )}
        {isNarrow && status === 'resolved' ? null : (
          <ActionButton
            needs="review"
            disabled={status === 'resolved'}
            disabledReason={NO_LONGER_OPEN[status]}
            ariaLabel={`Resolve${allOf('resolve')}`}
            onClick={startResolve}
          >
            Resolve
          </ActionButton>
        )}
        {isNarrow ? <Steps previous={previous} next={next} /> : null}
      </div>
      <ProblemAlert error={acknowledge.error} />
    </SpaceBetween>
  );
}

/** Leads from alert to alert, as the keys j and k do beside the list. */
const Steps = ({ previous, next }: Pick<AlertReviewProps, 'previous' | 'next'>) => (
  <div className="thumb-steps">
    <Button
      iconName="angle-left"
      ariaLabel="Transaction before"
      disabled={previous === undefined}
      onClick={() => previous?.()}
    />
    <Button
      iconName="angle-right"
      ariaLabel="Next transaction"
      disabled={next === undefined}
      onClick={() => next?.()}
    />
  </div>
);

function Reviewers({ alert }: { readonly alert: AlertEvent }) {
  const { acknowledgedAt, acknowledgedBy, acknowledgedByName, acknowledgementNote } = alert;
  const { resolvedAt, resolvedBy, resolvedByName, resolutionNote } = alert;
  return (
    <>
      {acknowledgedAt === null ? null : (
        <Box>
          Acknowledged <Age at={acknowledgedAt} /> {wayOf(acknowledgedBy)} <Name of={acknowledgedByName} />
        </Box>
      )}
      <Note label={resolvedAt === null ? 'Note' : 'Note of the acknowledgement'} text={acknowledgementNote} />
      {resolvedAt === null ? null : (
        <Box>
          Resolved <Age at={resolvedAt} /> {wayOf(resolvedBy)} <Name of={resolvedByName} />
        </Box>
      )}
      <Note label="Note" text={resolutionNote} />
    </>
  );
}

/** Who uses the link of a message is unknown: the alert names the recipient of the message. */
const wayOf = (actor: string | null): string =>
  actor === null ? 'by the link sent to' : actor.startsWith('person:') ? 'by' : 'with the key';

const Note = ({ label, text }: { readonly label: string; readonly text: string | null }) =>
  text === null || text === '' ? null : (
    <Box>
      <Box variant="awsui-key-label">{label}</Box>
      <Foreign text={text} most={4000} lines />
    </Box>
  );

/** Old reviews have no name of their key. */
const Name = ({ of }: { readonly of: string | null }) =>
  of === null ? (
    <>of unknown name</>
  ) : (
    <>
      “<Foreign text={of} most={254} />”
    </>
  );
