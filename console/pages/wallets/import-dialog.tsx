import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FileInput from '@cloudscape-design/components/file-input';
import Modal from '@cloudscape-design/components/modal';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, useState } from 'react';
import { addWallets, WALLET_COLUMNS } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { counted } from '../../design/counted.ts';
import { Foreign } from '../../design/foreign.tsx';
import { NextStep } from '../../design/next-step.tsx';
import { useNotify } from '../../design/notices.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { saveAs } from '../../design/save-as.ts';
import { useAction } from '../../live/action.ts';
import { useChains } from '../../live/chains.ts';
import { useWallets } from '../../live/wallets.ts';
import { useClient } from '../../session/session-context.ts';
import { ImportPreview } from './import-preview.tsx';
import {
  actionFor,
  failedCsv,
  failedRows,
  type GoodRow,
  type Outcomes,
  outcomeOf,
  rowsLeft,
  summary,
} from './import-rows.ts';
import { type WalletFile, walletRows } from './wallet-rows.ts';
import { typesOf } from './wallet-types.ts';

const MOST_BYTES = 2_000_000;

const NO_PROGRESS = { done: 0, of: 0 };

/** The import of one file: what became of its rows, and the run that is on its way. The run ends with the dialog. */
function useImport() {
  const client = useClient();
  const notify = useNotify();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const stopped = useRef(false);
  const [{ done, of }, setProgress] = useState(NO_PROGRESS);
  const run = useAction({
    run: async (rows: readonly GoodRow[]) => {
      let created = 0;
      stopped.current = false;
      setProgress({ done: 0, of: rows.length });
      await addWallets(client, rows, {
        report: (made) => {
          created += made.filter(([, { is }]) => is === 'created').length;
          const shown = made.map(([{ number }, outcome]) => [number, outcomeOf(outcome)] as const);
          setOutcomes((now) => new Map([...now, ...shown]));
          setProgress((now) => ({ ...now, done: now.done + made.length }));
        },
        isStopped: () => stopped.current,
      });
      return created;
    },
    changes: ['wallets'],
    onDone: (created) => {
      if (created === 0) return;
      notify(
        'success',
        <>
          {counted(created, 'wallet')} {created === 1 ? 'is' : 'are'} added.
          <NextStep done="wallet" />
        </>,
      );
    },
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
  const failed = outcomes.size === 0 ? [] : failedRows(rows, outcomes);
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
          The first row names the columns: <span className="mono">{WALLET_COLUMNS.join(',')}</span>. All but the first
          three may be left out. Separate several chains, and several tags, by semicolons, such as{' '}
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
        {failed.length === 0 || run.isRunning ? null : (
          <Button
            iconName="download"
            onClick={() => saveAs(new Blob([failedCsv(failed)], { type: 'text/csv' }), 'failed-wallets.csv')}
          >
            Save the failed rows ({failed.length})
          </Button>
        )}
        {rows.length === 0 ? null : <ImportPreview key={filesRead} rows={rows} outcomes={outcomes} />}
      </SpaceBetween>
    </Modal>
  );
}
