import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { type ChainId, chainIds } from '../lib/chains/registry.ts';

/** A watched chain: the input of its watcher. */
export interface Watch {
  readonly chain: ChainId;
  /** The first height of the first scan; the head by default. */
  readonly start?: number;
  /** Blocks on top of a block before the watcher scans it; the number of the registry by default. */
  readonly confirmations?: number;
  /** Blocks between two checks of balances; the number of the registry by default. */
  readonly reconcileEvery?: number;
  /**
   * Whether the watcher runs for a moment each minute, instead of all the time, while nobody watches an address of the
   * chain. The first wallet of the chain is then watched up to a minute later; no block is left out.
   */
  readonly restsUnwatched?: boolean;
}

/** The same in all stages: callers rely on six attempts within about an hour and a quarter. */
const RETRY_DELAYS = [5, 30, 120, 600, 3600] as const;

/** The read units a second that AWS grants a table on demand without a request for more. */
const TABLE_READ_UNITS = 40_000;

/** One key takes at most 5 % of these units, so that no key alone slows the requests of other organisations. */
const KEY_READS = { rate: TABLE_READ_UNITS / 20, burst: TABLE_READ_UNITS / 20 } as const;

/** With 20 records of a block, no organisation delays the next block by more than some hundred milliseconds. */
const RECORDS = { perBlock: 20, atOnce: 200, perHour: 10_000 } as const;

/** The differences between stages. All stages have the same wiring, the local stage too. */
export interface Stage {
  readonly name: 'local' | 'dev' | 'staging' | 'prod';
  readonly logRetention: RetentionDays;
  /** Turns on point-in-time recovery and deletion protection: a mistaken delete keeps table, secrets and stack. */
  readonly keepsData: boolean;
  /** Requests a second over the whole API, and the burst. API Gateway answers 429 to further requests. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /**
   * Requests a second of one API key over all functions, and the burst. The endpoints answer 429 to further requests.
   */
  readonly keyThrottle: { readonly rate: number; readonly burst: number };
  /**
   * Read units a second that the lists and exports of one API key consume, and the burst. Lists beyond get 429, exports
   * wait.
   */
  readonly keyReads: { readonly rate: number; readonly burst: number };
  /** Stream batches evaluated at once: limits the Lambda concurrency that a burst of transactions takes. */
  readonly evaluations: number;
  /** Batches of ten that are evaluated at once after an outage, beside new transactions. */
  readonly pendingEvaluations: number;
  /**
   * Records that an organisation gets on a chain. The watcher makes `perBlock` of a block itself, and `atOnce` for all
   * organisations together; `record-matches` makes the others, up to `perHour`.
   */
  readonly records: { readonly perBlock: number; readonly atOnce: number; readonly perHour: number };
  /** Batches of ten organisations whose deferred matches are recorded at once. */
  readonly matchRecorders: number;
  /**
   * Batches of first attempts in flight, and batches of later attempts. The two have separate queues, so that neither
   * queue blocks the other queue.
   */
  readonly deliveries: number;
  readonly retries: number;
  /** Attempts at one destination at a time: few of the batches above, because one attempt may take a batch for 10 s. */
  readonly attemptsPerDestination: number;
  /** Seconds between the attempts of a delivery: one more attempt than there are delays. */
  readonly retryDelays: readonly number[];
  /**
   * Attempts of one organisation at a time, from each queue: half of the batches above. An organisation with many
   * hanging destinations leaves the other half to the other organisations.
   */
  readonly attemptsPerOrganisation: number;
  /**
   * E-mails of one organisation a minute, and how many of them may go at once. Further e-mails wait: the rate and the
   * daily quota of SES belong to the account, and all organisations share them.
   */
  readonly mailsPerMinute: number;
  /**
   * The watched chains. Each chain costs the RPC calls for its blocks, and one running Lambda function while somebody
   * watches an address of the chain (docs/costs.md).
   */
  readonly watches: readonly Watch[];
  /** `loopback` allows webhooks to this machine over http; only the local stage may use it. */
  readonly outboundPolicy: 'strict' | 'loopback';
  /**
   * The sender of alert mails. The domain of the sender must be a verified SES identity of the stage's account and
   * region.
   */
  readonly mailFrom: string;
  /** Receives the alarms by mail; without an address the alarms only reach the topic. */
  readonly alarmEmail?: string;
}

/** The stage of one machine: synthesised for the local stack, never deployed. */
export const local: Stage = {
  name: 'local',
  logRetention: RetentionDays.ONE_DAY,
  keepsData: false,
  throttle: { rate: 1000, burst: 2000 },
  // Tests and demos send all requests with one key.
  keyThrottle: { rate: 1000, burst: 2000 },
  keyReads: { rate: TABLE_READ_UNITS, burst: TABLE_READ_UNITS },
  evaluations: 10,
  // Few: on one machine, new transactions share the processors with these evaluations.
  pendingEvaluations: 2,
  // Tests and demos make many records in little time.
  records: { ...RECORDS, perHour: 1_000_000 },
  matchRecorders: 2,
  deliveries: 20,
  // Few, so that new work has room: reconcile sends the deliveries that an outage left as retries.
  retries: 4,
  attemptsPerDestination: 5,
  attemptsPerOrganisation: 10,
  retryDelays: RETRY_DELAYS,
  mailsPerMinute: 6000,
  // The local stack starts the watches that the command line names. They always poll, because nobody pays for them.
  watches: chainIds.map((chain) => ({ chain })),
  outboundPolicy: 'loopback',
  mailFrom: 'alerts@local.chainwatch.dev',
};

const resting = (...chains: readonly ChainId[]): Watch[] => chains.map((chain) => ({ chain, restsUnwatched: true }));

const testNetworks = resting('sepolia', 'solana-devnet', 'xrp-testnet');
/** The list names each chain: a new chain of the registry costs nothing in production until it has a line here. */
const mainNetworks = resting(
  'ethereum',
  'base',
  'arbitrum',
  'optimism',
  'polygon',
  'bsc',
  'avalanche',
  'solana',
  'xrp',
);

const dev: Stage = {
  name: 'dev',
  logRetention: RetentionDays.ONE_WEEK,
  keepsData: false,
  throttle: { rate: 50, burst: 100 },
  keyThrottle: { rate: 50, burst: 100 },
  keyReads: KEY_READS,
  evaluations: 10,
  pendingEvaluations: 2,
  records: RECORDS,
  matchRecorders: 2,
  deliveries: 8,
  retries: 8,
  attemptsPerDestination: 2,
  attemptsPerOrganisation: 4,
  retryDelays: RETRY_DELAYS,
  mailsPerMinute: 60,
  watches: testNetworks,
  outboundPolicy: 'strict',
  mailFrom: 'alerts@dev.chainwatch.dev',
};

const staging: Stage = {
  name: 'staging',
  logRetention: RetentionDays.ONE_MONTH,
  keepsData: false,
  throttle: { rate: 200, burst: 400 },
  keyThrottle: { rate: 50, burst: 100 },
  keyReads: KEY_READS,
  evaluations: 20,
  pendingEvaluations: 5,
  records: RECORDS,
  matchRecorders: 5,
  deliveries: 20,
  retries: 20,
  attemptsPerDestination: 5,
  attemptsPerOrganisation: 10,
  retryDelays: RETRY_DELAYS,
  mailsPerMinute: 60,
  watches: testNetworks,
  outboundPolicy: 'strict',
  mailFrom: 'alerts@staging.chainwatch.dev',
};

const prod: Stage = {
  name: 'prod',
  logRetention: RetentionDays.ONE_YEAR,
  keepsData: true,
  throttle: { rate: 1000, burst: 2000 },
  keyThrottle: { rate: 50, burst: 100 },
  keyReads: KEY_READS,
  evaluations: 50,
  pendingEvaluations: 10,
  records: RECORDS,
  matchRecorders: 10,
  deliveries: 50,
  retries: 50,
  attemptsPerDestination: 10,
  attemptsPerOrganisation: 25,
  retryDelays: RETRY_DELAYS,
  mailsPerMinute: 60,
  watches: mainNetworks,
  outboundPolicy: 'strict',
  mailFrom: 'alerts@chainwatch.dev',
};

/** The stages that deploy. */
export const stages: readonly Stage[] = [dev, staging, prod];
