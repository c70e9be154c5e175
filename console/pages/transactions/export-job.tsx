import Button from '@cloudscape-design/components/button';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { counted } from '../../design/counted.ts';
import { Foreign } from '../../design/foreign.tsx';
import { Instant } from '../../design/instant.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import { filterWords } from './transaction-filters.ts';

type Job = components['schemas']['Export'];

/** One job: what it exports, how far it is, its file. */
export function ExportJob({ job }: { readonly job: Job }) {
  const client = useClient();
  const path = { id: job.id };
  const cancel = useAction({
    run: async () => dataOf(await client.POST('/api/transactions/exports/{id}/cancel', { params: { path } })),
    changes: ['exports'],
  });
  const download = useAction({
    // A link may end after some hours, so each download asks for a new one.
    run: async () => dataOf(await client.GET('/api/transactions/exports/{id}', { params: { path } })),
    changes: ['exports'],
    onDone: ({ url }) => {
      if (url !== null) window.location.assign(url);
    },
  });
  const text = filterWords(job.filters);
  return (
    <li>
      <SpaceBetween size="xs">
        <span>
          <Instant at={job.createdAt} /> · {text === '' ? 'all transactions' : <Foreign text={text} most={300} />}
        </span>
        <JobState job={job} />
        <SpaceBetween direction="horizontal" size="xs">
          {job.status === 'running' ? (
            <ActionButton needs="write" loading={cancel.isRunning} onClick={() => cancel.start()}>
              Cancel
            </ActionButton>
          ) : null}
          {job.url === null ? null : (
            <Button iconName="download" loading={download.isRunning} onClick={() => download.start()}>
              Download
            </Button>
          )}
        </SpaceBetween>
        <ProblemAlert error={cancel.error ?? download.error} />
      </SpaceBetween>
    </li>
  );
}

const rows = (n: number) => counted(n, 'transaction');

function JobState({ job: { status, rows: done, total, error, expiresAt, url } }: { readonly job: Job }) {
  if (status === 'running') {
    const label = 'Writing the file';
    if (total === null) return <StatusIndicator type="in-progress">Counting the transactions</StatusIndicator>;
    return (
      <ProgressBar
        label={label}
        value={total === 0 ? 100 : Math.floor((100 * done) / total)}
        additionalInfo={`${done.toLocaleString()} of ${rows(total)}`}
      />
    );
  }
  if (status === 'failed') {
    return (
      <StatusIndicator type="error">
        Failed: <Foreign text={error ?? ''} most={300} />
      </StatusIndicator>
    );
  }
  if (status === 'cancelled') return <StatusIndicator type="stopped">Cancelled</StatusIndicator>;
  if (url === null) return <StatusIndicator type="info">Completed, the file is deleted</StatusIndicator>;
  return (
    <StatusIndicator type="success">
      {rows(done)}, until <Instant at={expiresAt} />
    </StatusIndicator>
  );
}
