import type { ChainId } from '../lib/chains/registry.ts';
import type { TracedChains } from './chain-watch.ts';
import type { SignInOption } from './web-pages.ts';

/** Who hears alarms: an address that gets mails, or an SNS topic of the stage's account and region. */
export type AlarmTarget = { readonly email: string } | { readonly topicArn: string };

/** Who is woken by a page, and who reads the tickets. */
export interface AlarmTargets {
  readonly page: AlarmTarget;
  readonly ticket: AlarmTarget;
}

/** What the stage counts on AWS to allow the account in the region. Preflight compares; alarms ring at 80 %. */
export interface AccountQuotas {
  /** Lambda, "Concurrent executions". */
  readonly concurrentRuns: number;
  /** Amazon SES, `Max24HourSend`: the e-mails of all organisations in a day. */
  readonly mailsPerDay: number;
}

/** A domain for the API, in place of `<id>.execute-api.<region>.amazonaws.com/<stage>`. */
export interface Domain {
  readonly name: string;
  /** A certificate of ACM for the name, in the region of the stage. */
  readonly certificateArn: string;
  /**
   * A domain comes in three deploys and goes in the reverse order, so that callers always reach the API
   * (docs/operations.md, A domain for the API):
   * - `made`: the domain exists beside the address of API Gateway, and nothing uses it. Its DNS comes next.
   * - `used`: links, console and canary use the domain. The address of API Gateway still answers.
   * - `only`: API Gateway has closed its own address.
   */
  readonly step: 'made' | 'used' | 'only';
}

/** A table that was restored from a backup, with the stream that an operator turned on. */
export interface RestoredTable {
  readonly tableName: string;
  /** `LatestStreamArn` of the table. */
  readonly streamArn: string;
}

/** What a stage takes from the account into which it deploys. */
export interface Deployment {
  /** The account and the region of the stage. Nothing deploys into another account or region. */
  readonly env: { readonly account: string; readonly region: string };
  /**
   * The sender of alert mails. The domain of the sender must be a verified SES identity of the stage's account and
   * region.
   */
  readonly mailFrom: string;
  readonly alarms?: AlarmTargets;
  readonly quotas: AccountQuotas;
  readonly domain?: Domain;
  /** Whether the stage has a console, by default yes. CloudFront refuses new accounts until AWS has verified them. */
  readonly console?: boolean;
  /**
   * Where the console of the stage is: the output `ConsoleUrl`, or an address that leads there. Messages link to it.
   * The stage comes into being before its console, so the value is absent until the first deploy has succeeded.
   */
  readonly consoleUrl?: string;
  /** How people sign in to the console, beside the API key (docs/operations.md, People who sign in). */
  readonly signIn?: SignInOption;
  /**
   * The watched chains: those whose RPC URLs are in the secret of the stage. The secret comes into being with the
   * stage, so the list is empty until the first deploy has succeeded.
   */
  readonly chains: readonly ChainId[];
  /**
   * When the watcher of a chain traces whole blocks: `contracts` (by default) while a watched address has code,
   * `always` for nodes of one's own, or `never`. A trace is one more call to the nodes for each block (docs/costs.md).
   */
  readonly traceBlocks?: TracedChains;
  /**
   * Whether functions reserve Lambda concurrency. The quota of the account must exceed the reservations by 100. Without
   * reservations a stage deploys into any account, and all functions share the quota of the account.
   */
  readonly reserve: boolean;
  /** The table that is in service instead of the table of the stack, which stays (docs/operations.md, Restore). */
  readonly restored?: RestoredTable;
  /** Another region that keeps copies of the table, and of the data key, without which a copy has no secrets. */
  readonly replicaRegion?: string;
  /** With `nat`, all webhooks come from two addresses that stay the same (docs/operations.md, Fixed addresses). */
  readonly egress?: 'nat';
}

/** The stages of this checkout. The accounts are those of examples: write your own here before the first deploy. */
export const deployments: {
  readonly dev: Deployment;
  readonly staging: Deployment;
  /** Somebody must hear the alarms of prod, and its data must outlive its region. */
  readonly prod: Deployment & { readonly alarms: AlarmTargets; readonly replicaRegion: string };
} = {
  dev: {
    env: { account: '111122223333', region: 'eu-central-1' },
    mailFrom: 'alerts@dev.example.com',
    quotas: { concurrentRuns: 10, mailsPerDay: 200 },
    chains: [],
    reserve: false,
  },
  staging: {
    env: { account: '111122223333', region: 'eu-central-1' },
    mailFrom: 'alerts@staging.example.com',
    quotas: { concurrentRuns: 10, mailsPerDay: 200 },
    chains: [],
    reserve: false,
  },
  prod: {
    env: { account: '444455556666', region: 'eu-central-1' },
    mailFrom: 'alerts@example.com',
    alarms: { page: { email: 'on-call@example.com' }, ticket: { email: 'operators@example.com' } },
    quotas: { concurrentRuns: 1000, mailsPerDay: 50_000 },
    replicaRegion: 'eu-west-1',
    chains: [],
    reserve: true,
  },
};
