import { ProblemError } from '../../../sdk/index.ts';
import type { WalletRow } from './wallet-rows.ts';

/** What became of a row. */
export type Outcome =
  | { readonly is: 'created' }
  | { readonly is: 'exists' | 'refused' | 'failed'; readonly message: string };

export type Outcomes = ReadonlyMap<number, Outcome>;

interface ImportOptions {
  /** Adds the wallet of a row. */
  readonly add: (wallet: NonNullable<WalletRow['wallet']>) => Promise<void>;
  readonly report: (row: WalletRow, outcome: Outcome) => void;
  readonly isStopped: () => boolean;
  readonly wait: (ms: number) => Promise<void>;
}

/** How often a row is tried while the service is busy. */
const MOST_TRIES = 3;

/**
 * Adds the wallets one after the other. A row that fails does not stop the rows behind it.
 * @throws ProblemError with the status 401 when the API refuses the key.
 */
export async function importRows(rows: readonly WalletRow[], options: ImportOptions): Promise<void> {
  for (const row of rows) {
    if (options.isStopped()) return;
    if (row.wallet !== undefined) options.report(row, await outcomeOf(row.wallet, options));
  }
}

async function outcomeOf(wallet: NonNullable<WalletRow['wallet']>, options: ImportOptions): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    try {
      await options.add(wallet);
      return { is: 'created' };
    } catch (error) {
      // A refused key adds no wallet: the user signs in again and goes on.
      if (error instanceof ProblemError && error.status === 401) throw error;
      const isBusy = error instanceof ProblemError && (error.status === 429 || error.status === 503);
      if (!isBusy || tries === MOST_TRIES || options.isStopped()) return failureOf(error);
      await options.wait((error.retryAfter ?? tries) * 1000);
      if (options.isStopped()) return failureOf(error);
    }
  }
}

function failureOf(error: unknown): Outcome {
  if (!(error instanceof ProblemError)) return { is: 'failed', message: 'The service could not be reached.' };
  const { status, message, problem, requestId } = error;
  if (problem?.code === 'conflict') return { is: 'exists', message };
  if (status === 400) {
    const named = problem?.errors?.map(({ path, message: text }) => `${path}: ${text}`).join(' ');
    return { is: 'refused', message: named ?? message };
  }
  return { is: 'failed', message: requestId === null ? message : `${message} Request ${requestId}` };
}

/** The rows to import: all good rows, or those that failed before. */
export const rowsLeft = (rows: readonly WalletRow[], outcomes: Outcomes): readonly WalletRow[] =>
  rows.filter(({ number, wallet }) => {
    const outcome = outcomes.get(number);
    return wallet !== undefined && outcome?.is !== 'created' && outcome?.is !== 'exists';
  });
