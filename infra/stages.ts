import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** What differs between stages. The wiring is the same in all of them, the local one included. */
export interface Stage {
  readonly name: 'local' | 'dev' | 'staging' | 'prod';
  readonly logRetention: RetentionDays;
  /** Point-in-time recovery and deletion protection; table, secrets and stack outlive a mistaken delete. */
  readonly keepsData: boolean;
  /** Requests a second over the whole API, and the burst on top of it. Beyond them API Gateway answers 429. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /** Stream batches evaluated at once: bounds what a burst of transactions takes from the account's Lambda concurrency. */
  readonly evaluations: number;
  /** Delivery batches in flight per queue, first attempts and retries apart, so that retries cannot starve the first. */
  readonly deliveriesPerQueue: number;
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
  evaluations: 10,
  deliveriesPerQueue: 10,
  outboundPolicy: 'loopback',
  mailFrom: 'alerts@local.chainwatch.dev',
};

const dev: Stage = {
  name: 'dev',
  logRetention: RetentionDays.ONE_WEEK,
  keepsData: false,
  throttle: { rate: 50, burst: 100 },
  evaluations: 10,
  deliveriesPerQueue: 5,
  outboundPolicy: 'strict',
  mailFrom: 'alerts@dev.chainwatch.dev',
};

const staging: Stage = {
  name: 'staging',
  logRetention: RetentionDays.ONE_MONTH,
  keepsData: false,
  throttle: { rate: 200, burst: 400 },
  evaluations: 20,
  deliveriesPerQueue: 10,
  outboundPolicy: 'strict',
  mailFrom: 'alerts@staging.chainwatch.dev',
};

const prod: Stage = {
  name: 'prod',
  logRetention: RetentionDays.ONE_YEAR,
  keepsData: true,
  throttle: { rate: 1000, burst: 2000 },
  evaluations: 50,
  deliveriesPerQueue: 50,
  outboundPolicy: 'strict',
  mailFrom: 'alerts@chainwatch.dev',
};

/** What deploys. */
export const stages: readonly Stage[] = [dev, staging, prod];
