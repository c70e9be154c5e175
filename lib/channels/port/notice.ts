import type { Checkpoint } from '../../../sdk/audit-proof.ts';
import type { AlsoFired, NoticeChain, NoticeSubject, NoticeTransaction } from './notice-transaction.ts';

/**
 * What a channel may say of an alert. The channels have this shape of their own, so that they import no domain that
 * uses them.
 */
export interface NoticeEvent {
  readonly id: string;
  /** Null, as `transaction`, when no transaction caused the alert. */
  readonly transactionId: string | null;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly ruleType: string;
  readonly severity: string;
  /** ISO 8601, as `retractedAt`. */
  readonly firedAt: string;
  readonly retractedAt: string | null;
  readonly transaction: NoticeTransaction | null;
  /** What a rule about a state of the wallet has measured. Null for every other rule. */
  readonly subject: NoticeSubject | null;
  /** One sentence about what happened, safe for one line, without a full stop. */
  readonly summary: string;
  /** Why the rule matched, one entry per condition. */
  readonly reasons: readonly object[];
  /** What the cooldown of the rule has suppressed since the last alert. */
  readonly suppressed: { readonly count: number; readonly largestUsd: string | null };
}

/** A wallet that a notice is about. */
export interface NoticeWallet {
  readonly id: string;
  readonly label: string;
  readonly address: string;
}

/** The wallet of an alert, with what an organisation knows the wallet by. */
export interface AlertWallet extends NoticeWallet {
  readonly tags: readonly string[];
  readonly externalId: string | null;
}

/** Where the links of a message lead. */
export interface Places {
  /** The public URL of the API, without a slash at the end. */
  readonly serviceUrl: string;
  /** The URL of the console, likewise. Null for a stage that states none. */
  readonly consoleUrl: string | null;
}

/** An alert or its retraction. `firesWhen`: a sentence without a full stop. `labels`: those of the address book. */
export type AlertNotice = { readonly chain: NoticeChain; readonly wallet: AlertWallet } & (
  | {
      readonly kind: 'alert.fired';
      readonly event: NoticeEvent;
      readonly firesWhen: string;
      readonly labels: ReadonlyMap<string, string>;
      readonly also?: readonly AlsoFired[];
    }
  | { readonly kind: 'alert.retracted'; readonly event: NoticeEvent & { readonly retractedAt: string } }
);

/** What somebody did with an alert. */
export type ReviewStep = 'alert.acknowledged' | 'alert.resolved';

/** Somebody acknowledged or resolved an alert. */
export interface ReviewNotice {
  readonly kind: ReviewStep;
  readonly event: NoticeEvent;
  readonly chain: NoticeChain;
  /** ISO 8601 */
  readonly reviewedAt: string;
  /** The name of the API key, or the recipient of the message with the link. */
  readonly by: string;
  readonly note: string | null;
}

/** What the reviews of a summary have in common. */
export type Review = Pick<ReviewNotice, 'by' | 'note'> & { readonly step: ReviewStep };

/** Many alerts of a rule, or many reviews of a reviewer, within a minute, of which one message tells people. */
export interface SummaryNotice {
  readonly kind: 'alert.summary';
  readonly of: { readonly ruleId: string } | { readonly review: Review };
  /** How many alerts the message tells of. */
  readonly count: number;
  /** How many alerts before them had messages of their own. */
  readonly before: number;
  /** The beginning of the minute. ISO 8601 */
  readonly since: string;
  /** The alert with the largest USD value. Null when nobody knows it any more. */
  readonly largest: { readonly event: NoticeEvent; readonly chain: NoticeChain } | null;
}

/** What a channel may tell. */
export type Notice =
  | AlertNotice
  | ReviewNotice
  | SummaryNotice
  | DifferenceNotice
  | MuteEndedNotice
  | WalletThrottledNotice
  | WebhookDisabledNotice
  | DestinationDisabledNotice
  | AddressListFailedNotice
  | ConfigurationChangedNotice
  | CheckpointNotice
  | PingNotice;

/** The mute of a rule or a wallet has ended. */
export interface MuteEndedNotice {
  readonly kind: 'mute.ended';
  /** Of the mute. */
  readonly id: string;
  readonly of: 'rule' | 'wallet';
  /** Id of the rule or the wallet. */
  readonly targetId: string;
  /** The name of the rule, or the label of the wallet. */
  readonly name: string;
  readonly reason: string;
  /** ISO 8601, as `endedAt`. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** The alerts that the reader would have got without the mute. */
  readonly count: number;
  /** Whether there are more, which nobody counted: the mute covered very many rules and wallets. */
  readonly isCut: boolean;
  /** How many of them are critical. */
  readonly critical: number;
  readonly largestUsd: string | null;
}

/** A list stays as it was, because its source failed. */
export interface AddressListFailedNotice {
  readonly kind: 'address_list.failed';
  readonly list: {
    readonly id: string;
    readonly name: string;
    /** ISO 8601 */
    readonly failedAt: string;
    /** `The source answered 404.` */
    readonly reason: string;
    /** Of the run. A repetition of the run has the same. */
    readonly run: string;
  };
}

/** A checkpoint of the audit log is signed. Subscriptions alone get it. */
export interface CheckpointNotice {
  readonly kind: 'audit.checkpoint';
  /** ISO 8601 */
  readonly signedAt: string;
  readonly checkpoint: Checkpoint;
}

/** Somebody disabled, deleted, repointed or muted something that watches or tells. */
export interface ConfigurationChangedNotice {
  readonly kind: 'configuration.changed';
  /** Of the entry of the audit log. */
  readonly id: string;
  readonly action: 'disabled' | 'deleted' | 'repointed' | 'muted';
  readonly resource: 'rule' | 'wallet' | 'webhook' | 'destination' | 'settings';
  /** Null for the settings. */
  readonly resourceId: string | null;
  readonly name: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string | null };
  /** A sealed value says only that it changed, and a URL shows its host alone. */
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
  /** ISO 8601 */
  readonly at: string;
  readonly requestId: string | null;
  /** How many further changes of the same kind by the same actor the notice stands for. */
  readonly more: number;
}

/** A person tests a destination. */
export interface PingNotice {
  readonly kind: 'ping';
  /** Of the destination. `at`: ISO 8601 */
  readonly id: string;
  readonly name: string;
  readonly at: string;
}

/** The service turned a destination off because its vendor knows it no more. */
export interface DestinationDisabledNotice {
  readonly kind: 'destination.disabled';
  readonly destination: {
    readonly id: string;
    readonly name: string;
    /** The kind for people, such as `Discord`. */
    readonly label: string;
    /** ISO 8601 */
    readonly disabledAt: string;
    /** `The receiver answered 404` */
    readonly reason: string;
  };
}

/** The service disabled a subscription because its receiver failed. */
export interface WebhookDisabledNotice {
  readonly kind: 'webhook.disabled';
  readonly webhook: {
    readonly id: string;
    /** A message shows the host alone: path and query may hold a secret. */
    readonly url: string;
    readonly description: string;
    /** ISO 8601 */
    readonly disabledAt: string;
    /** `The receiver answered 410 Gone` */
    readonly reason: string;
  };
}

/** The records of an organisation on a chain exceed its budget. Its wallets are behind for the time being. */
export interface WalletThrottledNotice {
  readonly kind: 'wallet.throttled';
  /** Id of the chain. */
  readonly chainId: string;
  readonly chain: NoticeChain;
  /** ISO 8601 */
  readonly since: string;
  /** Records per hour of the organisation on the chain. */
  readonly perHour: number;
  /** The first of the wallets that wait. */
  readonly wallets: readonly NoticeWallet[];
  /** How many wallets wait besides. */
  readonly more: number;
}

/** The balance of a wallet deviates from its records, and nothing explains the deviation. Amounts in whole units. */
export interface DifferenceNotice {
  readonly kind: 'coverage.difference';
  readonly id: string;
  /** ISO 8601 */
  readonly occurredAt: string;
  readonly wallet: NoticeWallet;
  /** Id of the chain. */
  readonly chainId: string;
  readonly chain: NoticeChain;
  readonly asset: string;
  readonly tokenAddress: string | null;
  readonly expected: string;
  readonly actual: string;
  /** `actual` minus `expected`, with a leading `-` when negative. */
  readonly difference: string;
  readonly fromHeight: number;
  readonly toHeight: number;
}
