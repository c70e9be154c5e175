import type { ChainId } from '../lib/chains/registry.ts';

/** A stage in a month. */
export interface CostCase {
  readonly name: string;
  /** USD a month. */
  readonly goal: number;
  readonly organisations: number;
  readonly wallets: number;
  /** Recorded transactions of the month. The table keeps those of the months before, too. */
  readonly transactions: number;
  readonly requests: number;
  /** Those of the requests that ask for a list. */
  readonly lists: number;
}

/** The three main nets of all cases. */
export const CHAINS: readonly ChainId[] = ['ethereum', 'solana', 'xrp'];

export const CASES: readonly CostCase[] = [
  {
    name: 'idle',
    goal: 90,
    organisations: 0,
    wallets: 0,
    transactions: 0,
    requests: 0,
    lists: 0,
  },
  {
    name: '10 organisations',
    goal: 200,
    organisations: 10,
    wallets: 1_000,
    transactions: 100_000,
    requests: 1_000_000,
    lists: 20_000,
  },
  {
    name: '1,000 organisations',
    goal: 4_000,
    organisations: 1_000,
    wallets: 1_000_000,
    transactions: 50_000_000,
    requests: 20_000_000,
    lists: 4_000_000,
  },
];

/** What nobody has measured, with the meaning of each figure. */
const ASSUMPTIONS = {
  months: [12, 'months for which the table has kept all transactions and alerts'],
  alertsPerTransaction: [0.2, 'alerts per recorded transaction'],
  deliveriesPerAlert: [1, 'webhook deliveries per alert, each with one attempt'],
  mailsPerAlert: [0.5, 'e-mails per alert'],
  ethereumShare: [0.4, 'share of the transactions on Ethereum, where checks of balances read what moved'],
  ethereumWallets: [0.4, 'share of the wallets on Ethereum, whose balances are checked every five minutes'],
  tableMs: [8, 'milliseconds of a call to the table'],
  nodeMs: [100, 'milliseconds of a call to a node'],
  invocationMs: [15, 'milliseconds of an invocation beside its calls'],
  receiverMs: [200, 'milliseconds until a receiver answers'],
  readAhead: [4, 'blocks that a watcher reads ahead'],
  watcherSeconds: [65, 'seconds per minute of a watcher that does not rest, with the overlap at the hand-over'],
  restSeconds: [2, 'seconds per minute of a resting watcher, beside its blocks'],
  priceReads: [1, 'read units per transaction for prices'],
  priceWrites: [0.05, 'write units per transaction for prices'],
  dueQueryReads: [0.5, 'read units of a query that finds no unfinished work'],
  listReads: [60, 'read units of a list: the goal of the dearest list'],
  requestReads: [4, 'read units of any request'],
  requestWrites: [1, 'write units of any request, for the rate limit of its key'],
  requestMs: [50, 'milliseconds of a request'],
  requestMb: [512, 'megabytes of the function of a request'],
  consoleShare: [0.5, 'share of the requests that come from the console, through CloudFront'],
  invocationKb: [0.4, 'kilobytes in the log per invocation'],
  requestKb: [1.2, 'more kilobytes in the logs per request'],
  scanKb: [0.2, 'kilobytes in the log per scan'],
  compressedLogs: [0.15, 'stored size of the logs by their size'],
  logMonths: [12, 'months for which the logs are kept'],
  emptyReceivesPerMinute: [15, 'requests to an empty queue: five pollers, each of which waits 20 s'],
  requestsPerMessage: [3, 'requests per message: send, receive, delete'],
  answerKb: [5, 'kilobytes of an answer of the API'],
  webhookKb: [2, 'kilobytes of a webhook'],
} as const satisfies Record<string, readonly [value: number, meaning: string]>;

/** A value, and its meaning as docs/costs.md states it. */
export const assumptions: readonly (readonly [value: number, meaning: string])[] = Object.values(ASSUMPTIONS);

/** The assumed figure of this name. */
export const assumed = (name: keyof typeof ASSUMPTIONS): number => ASSUMPTIONS[name][0];
