import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FileInput from '@cloudscape-design/components/file-input';
import Modal from '@cloudscape-design/components/modal';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, useState } from 'react';
import { checkDone } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { counted } from '../../design/counted.ts';
import { Foreign } from '../../design/foreign.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useChains } from '../../live/chains.ts';
import { useWallets } from '../../live/wallets.ts';
import { useClient } from '../../session/session-context.ts';
import { ImportPreview } from './import-preview.tsx';
import { importRows, type Outcome, type Outcomes, rowsLeft } from './import-rows.ts';
import { FIELDS, type WalletFile, type WalletRow, walletRows } from './wallet-rows.ts';
import { typesOf } from './wallet-types.ts';

const MOST_BYTES = 2_000_000;

const NO_PROGRESS = { done: 0, of: 0 };

/** The import of one file: what became of its rows, and the run that is on its way. The run ends with the dialog. */
function useImport() {
  const client = useClient();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const stopped = useRef(false);
  const [{ done, of }, setProgress] = useState(NO_PROGRESS);
  const run = useAction({
    run: (rows: readonly WalletRow[]) => {
      stopped.current = false;
      setProgress({ done: 0, of: rows.length });
      return importRows(rows, {
        add: async (body) => checkDone(await client.POST('/api/wallets', { body })),
        report: ({ number }, outcome) => {
          setOutcomes((now) => new Map(now).set(number, outcome));
          setProgress((now) => ({ ...now, done: now.done + 1 }));
        },
        isStopped: () => stopped.current,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      });
    },
    changes: ['wallets'],
  });
  const stop = () => {
    stopped.current = true;
  };
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const forget = () => {
    setOutcomes(new Map());
    setProgress(NO_PROGRESS);
    run.reset();
  };
  return { outcomes, done, of, run, stop, forget };
}

/** Adds many wallets from a CSV file, after a preview. */
export function ImportDialog({ close }: { readonly close: () => void }) {
  const chains = useChains();
  const { wallets } = useWallets();
  const [name, setName] = useState('');
  const [file, setFile] = useState<WalletFile>();
  const [filesRead, setFilesRead] = useState(0);
  const { outcomes, done, of, run, stop, forget } = useImport();
  async function read(chosen: File | undefined) {
    if (chosen === undefined) return;
    forget();
    setName(chosen.name);
    setFilesRead((now) => now + 1);
    if (chosen.size > MOST_BYTES) return setFile({ rows: [], problem: 'The file is larger than 2 MB.' });
    setFile(walletRows(await chosen.text(), chains.isChain, typesOf(wallets)));
  }
  const rows = file?.rows ?? [];
  const left = rowsLeft(rows, outcomes);
  const footer = (
    <Box float="right">
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="link" disabled={run.isRunning} onClick={close}>
          Close
        </Button>
        {run.isRunning ? <Button onClick={stop}>Stop</Button> : null}
        <ActionButton
          needs="write"
          variant="primary"
          disabled={left.length === 0}
          loading={run.isRunning}
          onClick={() => run.start(left)}
        >
          {actionFor(left, outcomes)}
        </ActionButton>
      </SpaceBetween>
    </Box>
  );
  return (
    <Modal
      visible
      size="max"
      header="Import wallets from CSV"
      closeAriaLabel="Close"
      onDismiss={run.isRunning ? stop : close}
      footer={footer}
    >
      <SpaceBetween size="m">
        <Box>
          The first row names the columns: <span className="mono">{FIELDS.join(',')}</span>. The last three may be left
          out. Separate several chains by a semicolon, a comma or a space, such as{' '}
          <span className="mono">ethereum;base</span>.
        </Box>
        <ProblemAlert error={chains.error} retry={chains.retry} />
        <SpaceBetween direction="horizontal" size="xs">
          {run.isRunning || !chains.isLoaded ? null : (
            <FileInput
              value={[]}
              accept=".csv,text/csv"
              variant="button"
              ariaLabel="Choose a CSV file"
              onChange={({ detail }) => void read(detail.value[0])}
            >
              Choose a file
            </FileInput>
          )}
          <Foreign text={name} />
        </SpaceBetween>
        {file?.problem === undefined ? null : <Alert type="error">{file.problem}</Alert>}
        {of === 0 ? null : (
          <ProgressBar
            label={run.isRunning ? 'Adding the wallets' : done < of ? 'Stopped' : 'Done'}
            value={Math.floor((100 * done) / of)}
            additionalInfo={summary(outcomes, done, of)}
          />
        )}
        <ProblemAlert error={run.error} />
        {rows.length === 0 ? null : <ImportPreview key={filesRead} rows={rows} outcomes={outcomes} />}
      </SpaceBetween>
    </Modal>
  );
}

function actionFor(left: readonly WalletRow[], outcomes: Outcomes): string {
  if (outcomes.size === 0) return `Import ${counted(left.length, 'wallet')}`;
  if (left.every(({ number }) => outcomes.has(number))) return `Try the failed rows again (${left.length})`;
  return `Go on with the rows left (${left.length})`;
}

function summary(outcomes: Outcomes, done: number, of: number): string {
  const count = (is: Outcome['is']) => [...outcomes.values()].filter((outcome) => outcome.is === is).length;
  const parts = [`${count('created')} created`, `${count('exists')} existed already`];
  return `${done} of ${of} rows. In all ${parts.join(', ')}, ${count('refused')} refused, ${count('failed')} failed.`;
}
