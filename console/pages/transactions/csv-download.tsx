import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { dataOf, ProblemError } from '../../../sdk/index.ts';
import { Foreign } from '../../design/foreign.tsx';
import { useNotify } from '../../design/notices.tsx';
import { problemText } from '../../design/problem-advice.ts';
import { useCountdown } from '../../design/problem-alert.tsx';
import { saveAs } from '../../design/save-as.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import { nameIn } from './csv-name.ts';

interface CsvDownloadProps {
  readonly filters: Readonly<Record<string, string>>;
  /** Opens the export jobs, for more rows than one answer carries. */
  readonly offerJob: () => void;
}

/** Saves the transactions of the filter as a CSV file. The request needs the key, so a plain link cannot do it. */
export function CsvDownload({ filters, offerJob }: CsvDownloadProps) {
  const client = useClient();
  const notify = useNotify();
  const download = useAction({
    run: async () => {
      const query = new URLSearchParams(filters).toString();
      const answer = await client.GET('/api/transactions/export', { querySerializer: () => query, parseAs: 'blob' });
      saveAs(dataOf(answer), nameIn(answer.response.headers.get('content-disposition')));
    },
    changes: [],
    onDone: () => notify('success', 'The CSV file is saved.'),
    onFailed: (error) => notify('error', <Failure error={error} offerJob={offerJob} />),
  });
  return (
    <Button loading={download.isRunning} onClick={() => download.start()}>
      Download CSV
    </Button>
  );
}

function Failure({ error, offerJob }: { readonly error: unknown; readonly offerJob: () => void }) {
  const { heading, detail, requestId } = problemText(error);
  const left = useCountdown(error);
  const isTooLarge = error instanceof ProblemError && error.problem?.code === 'export_too_large';
  return (
    <SpaceBetween size="xs">
      <span>
        The CSV file was not made. {heading}: <Foreign text={detail} most={500} />{' '}
        {left === 0 ? null : `Try again in ${left} s. `}
        {requestId === null ? null : `Request ${requestId}`}
      </span>
      {isTooLarge ? <Button onClick={offerJob}>Make an export job</Button> : null}
    </SpaceBetween>
  );
}
