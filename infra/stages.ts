import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { type ChainId, chainIds } from '../lib/chains/registry.ts';

/** A chain to watch: the event of its watcher. */
export interface Watch {
  readonly chain: ChainId;
  /** First height to scan when none has been; without it the head. */
  readonly start?: number;
  /** Blocks on top of a block before it is scanned; without it as many as the registry says. */
  readonly confirmations?: number;
}

/** What differs between stages. The wiring is the same in all of them, the local one included. */
export interface Stage {
  readonly name: 'local' | 'dev' | 'staging' | 'prod';
  readonly logRetention: RetentionDays;
  /** Point-in-time recovery and deletion protection; table, secrets and stack outlive a mistaken delete. */
  readonly keepsData: boolean;
  /** Requests a second over the whole API, and the burst on top of it. Beyond them API Gateway answers 429. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /** Requests a second of one API key over all functions, and how many of them may come at once. Beyond them 429. */
  readonly keyThrottle: { readonly rate: number; readonly burst: number };
  /**
   * Stream batches evaluated at once: bounds what a burst of transactions takes from the account's Lambda concurrency.
   */
  readonly evaluations: number;
  /**
   * Delivery batches in flight per queue, first attempts and retries apart, so that retries cannot starve the first.
   */
  readonly deliveriesPerQueue: number;
  /** Attempts at one receiver at a time: few of the batches above, as one attempt may take a batch for 10 s. */
  readonly attemptsPerReceiver: number;
  /**
   * Attempts of one organisation at a time, from each queue: half of the batches above, so that one with many receivers
   * that hang leaves as many to the others.
   */
  readonly attemptsPerOrganisation: number;
  /**
   * Mails of one organisation a minute, and how many of them may go at once. Those beyond wait for their turn: the rate
   * and the daily quota of SES are the account's, and all organisations share them.
   */
  readonly mailsPerMinute: number;
  /** The chains whose blocks are scanned. Each costs the RPC calls for its blocks and one Lambda function, all day. */
  readonly watches: readonly Watch[];
  /** `loopback` lets webhooks go to this machine over http; only the local stage may. */
  readonly outboundPolicy: 'strict' | 'loopback';
  /** Sender of alert mails. Its domain must be a verified SES identity of the stage's account and region. */
  readonly mailFrom: string;
  /** Where alarms go by mail; without it they only reach the topic. */
  readonly alarmEmail?: string;
}

/** The stack on one machine. It is synthesised for the local runner and never deployed. */
export const local: Stage = {
  name: 'local',
  logRetention: RetentionDays.ONE_DAY,
  keepsData: false,
  throttle: { rate: 1000, burst: 2000 },
  // Tests and demos do all they do with one key.
  keyThrottle: { rate: 1000, burst: 2000 },
  evaluations: 10,
  deliveriesPerQueue: 20,
  attemptsPerReceiver: 5,
  attemptsPerOrganisation: 10,
  mailsPerMinute: 6000,
  // Those that the runner is asked for are started.
  watches: chainIds.map((chain) => ({ chain })),
  outboundPolicy: 'loopback',
  mailFrom: 'alerts@local.chainwatch.dev',
};

const testNetworks: readonly Watch[] = [{ chain: 'sepolia' }, { chain: 'solana-devnet' }, { chain: 'xrp-testnet' }];
/** Named one by one: a chain that joins the registry costs nothing in production until its line is here. */
const mainNetworks: readonly Watch[] = [
  { chain: 'ethereum' },
  { chain: 'base' },
  { chain: 'arbitrum' },
  { chain: 'optimism' },
  { chain: 'polygon' },
  { chain: 'bsc' },
  { chain: 'avalanche' },
  { chain: 'solana' },
  { chain: 'xrp' },
];

const dev: Stage = {
  name: 'dev',
  logRetention: RetentionDays.ONE_WEEK,
  keepsData: false,
  throttle: { rate: 50, burst: 100 },
  keyThrottle: { rate: 50, burst: 100 },
  evaluations: 10,
  deliveriesPerQueue: 8,
  attemptsPerReceiver: 2,
  attemptsPerOrganisation: 4,
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
  evaluations: 20,
  deliveriesPerQueue: 20,
  attemptsPerReceiver: 5,
  attemptsPerOrganisation: 10,
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
  evaluations: 50,
  deliveriesPerQueue: 50,
  attemptsPerReceiver: 10,
  attemptsPerOrganisation: 25,
  mailsPerMinute: 60,
  watches: mainNetworks,
  outboundPolicy: 'strict',
  mailFrom: 'alerts@chainwatch.dev',
};

/** What deploys. */
export const stages: readonly Stage[] = [dev, staging, prod];
