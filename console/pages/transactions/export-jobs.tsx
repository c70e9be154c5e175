import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';
import { ExportJob } from './export-job.tsx';
import { filterWords } from './transaction-filters.ts';

/** The API keeps the jobs of one week. */
const MOST_SHOWN = 25;

interface ExportJobsProps {
  readonly filters: Readonly<Record<string, string>>;
  readonly close: () => void;
}

/** Jobs that write any number of transactions into a file, and a button that starts one for the present filter. */
export function ExportJobs({ filters, close }: ExportJobsProps) {
  const client = useClient();
  const jobs = useLiveItem({
    key: ['exports'],
    load: (signal) => client.GET('/api/transactions/exports', { params: { query: { pageSize: MOST_SHOWN } }, signal }),
  });
  const start = useAction({
    run: async () =>
      dataOf(
        await client.POST('/api/transactions/exports', {
          body: {},
          // The address has the names of the API, and the API judges the values.
          bodySerializer: () => JSON.stringify(filters),
        }),
      ),
    changes: ['exports'],
  });
  const text = filterWords(filters);
  return (
    <Modal
      visible
      size="large"
      header="Export jobs"
      closeAriaLabel="Close"
      onDismiss={close}
      footer={
        <Box float="right">
          <Button onClick={close}>Close</Button>
        </Box>
      }
    >
      <SpaceBetween size="l">
        <SpaceBetween size="xs">
          <Box>
            A job writes every transaction of the present filter into a gzip CSV file:{' '}
            {text === '' ? 'no filter, so all transactions.' : <Foreign text={text} most={400} />}
          </Box>
          <ActionButton needs="write" variant="primary" loading={start.isRunning} onClick={() => start.start()}>
            Export the present filter
          </ActionButton>
          <ProblemAlert error={start.error} />
        </SpaceBetween>
        <Alert type="info">
          A file exists for 24 hours. Everybody with its link can read it, so do not pass the link on.
        </Alert>
        <ProblemAlert error={jobs.error} retry={jobs.retry} />
        {jobs.item === undefined ? (
          <Skeleton height="6rem" />
        ) : (
          <ul className="entries" aria-label="Export jobs">
            {jobs.item.data.length === 0 ? <li>No jobs in the last week.</li> : null}
            {jobs.item.data.map((job) => (
              <ExportJob key={job.id} job={job} />
            ))}
          </ul>
        )}
      </SpaceBetween>
    </Modal>
  );
}
