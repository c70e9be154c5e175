import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Instant } from '../../design/instant.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useDestinations } from '../../live/destinations.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useWebhooks } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';
import { ReplayOutcome } from './replay-outcome.tsx';
import { percentDone, type Replay, shownReplays } from './shown-replays.ts';

/** The bulk replays that run, also those of a page that was loaded again, and those of the last day. */
export function BulkReplays() {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const running = useLiveItem({
    key: ['replays', 'running'],
    load: (signal) =>
      client.GET('/api/webhooks/replays', { params: { query: { status: 'running', pageSize: 100 } }, signal }),
  });
  const recent = useLiveItem({
    key: ['replays', 'recent'],
    load: (signal) => client.GET('/api/webhooks/replays', { params: { query: { pageSize: 5 } }, signal }),
  });
  const replays = shownReplays(running.item?.data ?? [], recent.item?.data ?? [], new Date());
  const active = replays.filter(({ status }) => status === 'running').length;
  const isActive = active > 0;
  // A replay that begins shows its progress, and stays in view at its end.
  useEffect(() => {
    if (isActive) setOpen(true);
  }, [isActive]);
  const error = running.error ?? recent.error;
  const retry = () => {
    running.retry();
    recent.retry();
  };
  if (error === null && replays.length === 0) return null;
  return (
    <SpaceBetween size="s">
      <ProblemAlert error={error} retry={retry} />
      {replays.length === 0 ? null : (
        <ExpandableSection
          variant="container"
          headerText="Bulk replays"
          headerCounter={active === 0 ? `(${replays.length})` : `(${active} running)`}
          expanded={isOpen}
          onChange={({ detail }) => setOpen(detail.expanded)}
        >
          <SpaceBetween size="l">
            {replays.map((replay) => (
              <BulkReplay key={replay.id} replay={replay} />
            ))}
          </SpaceBetween>
        </ExpandableSection>
      )}
    </SpaceBetween>
  );
}

function BulkReplay({ replay }: { readonly replay: Replay }) {
  const client = useClient();
  const { id, status } = replay;
  const params = { path: { id } };
  const cancel = useAction({
    run: async () => dataOf(await client.POST('/api/webhooks/replays/{id}/cancel', { params, body: {} })),
    changes: ['replays', 'deliveries'],
  });
  const resume = useAction({
    run: async () => dataOf(await client.POST('/api/webhooks/replays/{id}/resume', { params, body: {} })),
    changes: ['replays', 'deliveries'],
  });
  return (
    <SpaceBetween size="xs">
      <ReplayProgress replay={replay} />
      <ReplayOutcome id={id} sent={replay.replayed} isRunning={status === 'running'} />
      {status === 'running' ? (
        <ActionButton needs="write" loading={cancel.isRunning} onClick={() => cancel.start()}>
          Cancel the replay
        </ActionButton>
      ) : null}
      {status === 'cancelled' || status === 'failed' ? (
        <ActionButton needs="write" loading={resume.isRunning} onClick={() => resume.start()}>
          Resume the replay
        </ActionButton>
      ) : null}
      <ProblemAlert error={cancel.error ?? resume.error} />
    </SpaceBetween>
  );
}

const ENDS = {
  completed: { type: 'success', text: 'Completed' },
  cancelled: { type: 'stopped', text: 'Cancelled' },
  failed: { type: 'error', text: 'Failed' },
} as const;

function ReplayProgress({ replay }: { readonly replay: Replay }) {
  const { status, total, replayed, skipped, failure } = replay;
  const of = total === null ? '' : ` of ${total.toLocaleString()}`;
  const counts = `${replayed.toLocaleString()} replayed, ${skipped.toLocaleString()} skipped${of}`;
  const title = <ReplayTitle replay={replay} />;
  if (status === 'running') {
    return <ProgressBar label={title} value={percentDone(replay) ?? 0} additionalInfo={counts} />;
  }
  const { type, text } = ENDS[status];
  return (
    <div>
      <Box variant="awsui-key-label">{title}</Box>
      <StatusIndicator type={type}>
        {text}: {counts}. {failure === null ? null : <Foreign text={failure} most={300} />}
      </StatusIndicator>
    </div>
  );
}

/** What the replay sends again. */
function ReplayTitle({ replay: { filter, createdAt } }: { readonly replay: Replay }) {
  const webhooks = useWebhooks();
  const destinations = useDestinations();
  const { webhookId, destinationId, from, to } = filter;
  return (
    <>
      All {filter.status} deliveries
      {webhookId === null ? null : (
        <>
          {' '}
          to <Foreign text={webhooks.nameOf(webhookId) ?? (webhooks.isLoaded ? 'a deleted webhook' : 'a webhook')} />
        </>
      )}
      {destinationId === null ? null : (
        <>
          {' '}
          to{' '}
          <Foreign
            text={
              destinations.nameOf(destinationId) ?? (destinations.isLoaded ? 'a deleted destination' : 'a destination')
            }
          />
        </>
      )}
      {from === null ? null : (
        <>
          , from <Instant at={from} />
        </>
      )}
      {to === null ? null : (
        <>
          , to <Instant at={to} />
        </>
      )}
      , begun <Instant at={createdAt} />
    </>
  );
}
