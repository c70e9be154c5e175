import Box from '@cloudscape-design/components/box';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { counted } from '../../design/counted.ts';
import { labelOf } from '../../design/field-label.ts';
import { Foreign } from '../../design/foreign.tsx';
import { Instant } from '../../design/instant.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';

type Backfill = components['schemas']['Backfill'];

const STATUS: Readonly<Record<Backfill['status'], StatusIndicatorProps.Type>> = {
  running: 'in-progress',
  completed: 'success',
  cancelled: 'stopped',
  failed: 'error',
};

const count = (n: number) => n.toLocaleString();

/** One backfill: how far it is, what it found, and how to cancel or resume it. */
export function BackfillJob({ job }: { readonly job: Backfill }) {
  const client = useClient();
  const params = { path: { id: job.chain, backfillId: job.id } };
  const changes = ['backfills', 'wallets', 'transactions'];
  const cancel = useAction({
    run: async () => dataOf(await client.POST('/api/chains/{id}/backfill/{backfillId}/cancel', { params })),
    changes,
  });
  const resume = useAction({
    run: async () => dataOf(await client.POST('/api/chains/{id}/backfill/{backfillId}/resume', { params })),
    changes,
  });
  const { status, blocksDone, blocksTotal, failure } = job;
  const blocks = `${count(blocksDone)} of ${counted(blocksTotal, 'block')}`;
  return (
    <li>
      <SpaceBetween size="xxs">
        <span>
          Blocks {count(job.fromHeight)} to {count(job.toHeight)}, from <Instant at={job.createdAt} />
        </span>
        {status === 'running' ? (
          <ProgressBar
            label="Scanning"
            value={blocksTotal === 0 ? 0 : Math.floor((100 * blocksDone) / blocksTotal)}
            additionalInfo={blocks}
          />
        ) : (
          <StatusIndicator type={STATUS[status]}>
            {labelOf(status)}, {blocks}
          </StatusIndicator>
        )}
        <Box>{counted(job.transactionsFound, 'transaction')} of the wallet found</Box>
        {failure === null ? null : (
          <Box>
            <Foreign text={failure} most={300} />
          </Box>
        )}
        {status === 'running' ? (
          <ActionButton needs="write" loading={cancel.isRunning} onClick={() => cancel.start()}>
            Cancel
          </ActionButton>
        ) : null}
        {status === 'cancelled' || status === 'failed' ? (
          <ActionButton needs="write" loading={resume.isRunning} onClick={() => resume.start()}>
            Resume
          </ActionButton>
        ) : null}
        <ProblemAlert error={cancel.error ?? resume.error} />
      </SpaceBetween>
    </li>
  );
}
