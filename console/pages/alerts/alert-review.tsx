import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Instant } from '../../design/instant.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import type { AlertEvent } from './alert-status.tsx';
import { ReviewDialog } from './review-dialog.tsx';

const NO_LONGER_OPEN: Readonly<Record<AlertEvent['status'], string>> = {
  open: '',
  acknowledged: 'The alert is acknowledged already.',
  resolved: 'The alert is resolved already.',
};

/** Who reviewed the alert and when, and the buttons for the next step. */
export function AlertReview({ alert }: { readonly alert: AlertEvent }) {
  const client = useClient();
  const [isResolving, setResolving] = useState(false);
  const { id, status } = alert;
  const params = { path: { id } };
  const acknowledge = useAction({
    run: async () => dataOf(await client.PATCH('/api/alerts/events/{id}/acknowledge', { params, body: {} })),
    changes: ['events'],
  });
  const resolve = useAction({
    run: async (note: string) => {
      const body = note.trim() === '' ? {} : { note };
      return dataOf(await client.PATCH('/api/alerts/events/{id}/resolve', { params, body }));
    },
    changes: ['events'],
    onDone: () => setResolving(false),
  });
  return (
    <SpaceBetween size="s">
      <Reviewers alert={alert} />
      <SpaceBetween direction="horizontal" size="xs">
        <ActionButton
          needs="write"
          loading={acknowledge.isRunning}
          disabled={status !== 'open'}
          disabledReason={NO_LONGER_OPEN[status]}
          onClick={() => acknowledge.start(undefined)}
        >
          Acknowledge
        </ActionButton>
        <ActionButton
          needs="write"
          disabled={status === 'resolved'}
          disabledReason={NO_LONGER_OPEN[status]}
          onClick={() => {
            resolve.reset();
            setResolving(true);
          }}
        >
          Resolve
        </ActionButton>
      </SpaceBetween>
      <ProblemAlert error={acknowledge.error} />
      {isResolving ? (
        <ReviewDialog
          title="Resolve this alert?"
          review="resolve"
          isRunning={resolve.isRunning}
          error={resolve.error}
          start={resolve.start}
          close={() => setResolving(false)}
        />
      ) : null}
    </SpaceBetween>
  );
}

function Reviewers({ alert }: { readonly alert: AlertEvent }) {
  const { acknowledgedAt, acknowledgedBy, acknowledgedByName, resolvedAt, resolvedByName, resolutionNote } = alert;
  return (
    <>
      {acknowledgedAt === null ? null : (
        <Box>
          Acknowledged <Instant at={acknowledgedAt} />{' '}
          {/* Who uses the link of a message has no key: the alert names the recipient of the message. */}
          {acknowledgedBy === null ? 'by the link sent to ' : 'with the key '}
          <Name of={acknowledgedByName} />
        </Box>
      )}
      {resolvedAt === null ? null : (
        <Box>
          Resolved <Instant at={resolvedAt} /> with the key <Name of={resolvedByName} />
        </Box>
      )}
      {resolutionNote === null || resolutionNote === '' ? null : (
        <Box>
          <Box variant="awsui-key-label">Note</Box>
          <Foreign text={resolutionNote} most={4000} lines />
        </Box>
      )}
    </>
  );
}

/** Old reviews have no name of their key. */
const Name = ({ of }: { readonly of: string | null }) =>
  of === null ? (
    <>of unknown name</>
  ) : (
    <>
      “<Foreign text={of} most={254} />”
    </>
  );
