import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { chainIds } from '../lib/chains/registry.ts';
import { resting, type Watch } from './chain-watch.ts';
import { type Deployment, deployments } from './deployments.ts';
import { RETENTION, type Retention } from './record-retention.ts';

/** The same in all stages: callers rely on six attempts within about an hour and a quarter. */
const RETRY_DELAYS = [5, 30, 120, 600, 3600] as const;

/** The read units a second that AWS grants a table on demand without a request for more. */
const TABLE_READ_UNITS = 40_000;

/** With 20 records of a block, no organisation delays the next block by more than some hundred milliseconds. */
const RECORDS = { perBlock: 20, atOnce: 200, perHour: 10_000 } as const;

/** The differences between stages. All stages have the same wiring, the local stage too. */
export interface Stage extends Omit<Deployment, 'env' | 'chains' | 'traceBlocks'> {
  /** Undefined for the local stage, which never deploys. */
  readonly env?: Deployment['env'];
  readonly name: 'local' | 'dev' | 'staging' | 'prod';
  /** Days. */
  readonly logRetention: RetentionDays;
  /** Log lines below this level are left out, except those of the sampled share of correlation ids. */
  readonly logLevel: 'info' | 'warn' | 'error';
  readonly logSample: number;
  /** The share of the requests to the API that AWS X-Ray traces, up to the table. 0: none. */
  readonly traces: number;
  /** Days for which finished work is kept, at least 35. */
  readonly retention: Retention;
  /** Turns on point-in-time recovery and deletion protection: a mistaken delete keeps table, secrets and stack. */
  readonly keepsData: boolean;
  /** Whether AWS WAF refuses IP addresses with too many requests (USD 9 a month, and 0.60 per million requests). */
  readonly limitsAddresses: boolean;
  /** Whether a tenth of the calls tries a new version for a quarter of an hour, before it gets all calls. */
  readonly gradualReleases: boolean;
  /**
   * Requests a second to each method of the API, and the burst. API Gateway answers 429 to further requests. Only the
   * quota of the account bounds all methods together.
   */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /** Requests a second of one API key over all functions, and the burst. Endpoints answer 429 to further requests. */
  readonly keyThrottle: { readonly rate: number; readonly burst: number };
  /** The same for all keys of an organisation together. */
  readonly organisationThrottle: { readonly rate: number; readonly burst: number };
  /** Wallets of one organisation. Each watcher keeps the addresses of its chain in memory. */
  readonly wallets: number;
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
   * Attempts of one organisation at a time, from each queue: so few of the first attempts that several organisations
   * whose destinations hang leave room to the others. The circuit of a destination that hangs opens after 10 s.
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
  /** Minutes between two runs of the canary. The local stage has no clock for the canary. */
  readonly canaryMinutes?: number;
  /** The bill of the stage for a month, in whole USD. Mails come at 80 %, and when the forecast exceeds it. */
  readonly monthlyBudgetUsd: number;
}

/** The stage of one machine: synthesised for the local stack, never deployed. */
export const local: Stage = {
  name: 'local',
  logRetention: 1,
  logLevel: 'info',
  logSample: 1,
  traces: 1,
  retention: RETENTION,
  keepsData: false,
  gradualReleases: false,
  limitsAddresses: false,
  throttle: { rate: 1000, burst: 2000 },
  // Tests and demos send all requests with one key.
  keyThrottle: { rate: 1000, burst: 2000 },
  organisationThrottle: { rate: 1000, burst: 2000 },
  wallets: 1_000_000,
  keyReads: { rate: TABLE_READ_UNITS, burst: TABLE_READ_UNITS },
  evaluations: 10,
  // Few: on one machine, new transactions share the processors with these evaluations.
  pendingEvaluations: 2,
  // Tests and demos make many records in little time.
  records: { ...RECORDS, perHour: 1_000_000 },
  matchRecorders: 2,
  deliveries: 30,
  // Few, so that new work has room: handover sends the deliveries that an outage left as retries.
  retries: 6,
  attemptsPerDestination: 4,
  attemptsPerOrganisation: 5,
  retryDelays: RETRY_DELAYS,
  mailsPerMinute: 6000,
  // The local stack starts the watches that the command line names. They always poll, because nobody pays for them.
  watches: chainIds.map((chain) => ({ chain })),
  outboundPolicy: 'loopback',
  // The local stack plays the reservations, so that the tests meet them.
  reserve: true,
  mailFrom: 'alerts@local.example.com',
  quotas: { concurrentRuns: 1000, mailsPerDay: 50_000 },
  monthlyBudgetUsd: 1,
};

/** What this repository decides of a stage. The rest comes from its deployment. */
type Sizes = Omit<Stage, keyof Deployment | 'watches'>;

/** What is the same in all deployed stages. */
const DEPLOYED = {
  logLevel: 'info',
  logSample: 1,
  retention: RETENTION,
  keyThrottle: { rate: 50, burst: 100 },
  // As of four busy keys.
  organisationThrottle: { rate: 200, burst: 400 },
  wallets: 10_000,
  // One key takes at most 5 % of these units, so that no key alone slows the requests of other organisations.
  keyReads: { rate: TABLE_READ_UNITS / 20, burst: TABLE_READ_UNITS / 20 },
  records: RECORDS,
  retryDelays: RETRY_DELAYS,
  mailsPerMinute: 60,
  outboundPolicy: 'strict',
  canaryMinutes: 5,
} as const;

const dev: Sizes = {
  ...DEPLOYED,
  name: 'dev',
  logRetention: 7,
  traces: 0.05,
  keepsData: false,
  gradualReleases: false,
  limitsAddresses: false,
  throttle: { rate: 50, burst: 100 },
  evaluations: 10,
  pendingEvaluations: 2,
  matchRecorders: 2,
  deliveries: 10,
  retries: 10,
  attemptsPerDestination: 2,
  attemptsPerOrganisation: 3,
  monthlyBudgetUsd: 100,
};

const staging: Sizes = {
  ...DEPLOYED,
  name: 'staging',
  logRetention: 30,
  traces: 0.05,
  keepsData: false,
  gradualReleases: true,
  limitsAddresses: true,
  throttle: { rate: 200, burst: 400 },
  evaluations: 20,
  pendingEvaluations: 5,
  matchRecorders: 5,
  deliveries: 30,
  retries: 20,
  attemptsPerDestination: 3,
  attemptsPerOrganisation: 5,
  monthlyBudgetUsd: 100,
};

const prod: Sizes = {
  ...DEPLOYED,
  name: 'prod',
  logRetention: 365,
  traces: 0.01,
  keepsData: true,
  gradualReleases: true,
  limitsAddresses: true,
  throttle: { rate: 1000, burst: 2000 },
  evaluations: 50,
  pendingEvaluations: 10,
  matchRecorders: 10,
  deliveries: 100,
  retries: 50,
  attemptsPerDestination: 5,
  attemptsPerOrganisation: 10,
  monthlyBudgetUsd: 500,
};

const stageOf = (sizes: Sizes, { chains, traceBlocks, ...deployment }: Deployment): Stage => ({
  ...sizes,
  ...deployment,
  watches: resting(chains, traceBlocks),
});

/** The stages with these deployments. */
export const stagesOf = (given: typeof deployments): Stage[] => [
  stageOf(dev, given.dev),
  stageOf(staging, given.staging),
  stageOf(prod, given.prod),
];

/** The stages that deploy. */
export const stages: readonly Stage[] = stagesOf(deployments);
