import type { AttemptResult, SendResult } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { Write } from '../../platform/table/write.ts';
import { derivedId } from '../../values/ids.ts';
import type { Subject } from '../../webhooks/notice-match.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';
import type { StoredWebhook } from '../../webhooks/schema.ts';
import type { Fields, RuleFields, SettingsFields } from './channel-fields.ts';
import type { StoredDestination } from './destination.ts';
import type { DestinationPort } from './destination-port.ts';
import type {
  AlertNotice,
  DestinationDisabledNotice,
  Notice,
  Places,
  ReviewNotice,
  WebhookDisabledNotice,
} from './notice.ts';
import type { SendDeps } from './send-deps.ts';

/**
 * Where notices can go. A channel is a folder that exports an object of this type, and a line in `channels/members.ts`.
 */
export interface Channel {
  /** The name of the channel in the API and in the table, which never changes. */
  readonly kind: string;
  /** The name in the description of the API, such as `Slack`. Channels may share a name. */
  readonly label: string;
  /** The boolean of a rule that turns the channel on. A channel without a toggle is on for each rule. */
  readonly toggle?: { readonly field: `notify${string}`; readonly initially: boolean };
  /** People read the messages and follow their links. */
  readonly isForPeople?: true;
  readonly ruleFields?: RuleFields;
  readonly settingsFields?: SettingsFields;
  /** Lets an organisation have destinations of this kind. */
  readonly destination?: DestinationPort;
  /**
   * Matches the secrets of the channel that an error of a library could quote, with the flag `g`. The log keeps the
   * first group and replaces the rest. The log knows the secrets that the service makes itself (`whsec_…`).
   */
  readonly secrets?: RegExp;

  /**
   * The recipients of a notice besides destinations. Pure: an evaluation that is repeated makes the same deliveries.
   */
  recipients(audience: Audience): readonly Recipient[];
  /**
   * The recipients of what becomes of an alert, besides destinations. Without this function, a retraction goes to the
   * recipients of the alert, and a review to nobody.
   */
  outcomeRecipients?(audience: OutcomeAudience): readonly Recipient[];
  /** Distinguishes a recipient among the recipients of this channel. The id of the delivery derives from this key. */
  keyOf(address: Address): string;
  /**
   * The exact text that all attempts of a delivery send. The text is JSON.
   * @param places where the links of the text lead.
   * @param format the format of the recipient. Channels with one format ignore this.
   */
  render(notice: Notice, places: Places, format?: string): string;

  /**
   * Sends one attempt to where the address leads now. The delivery ends when the address leads nowhere.
   * @param n the number of the attempt.
   */
  send(deps: SendDeps, delivery: StoredDelivery, n: number): Promise<SendResult>;
  /** The name of the destination. Attempts of an organisation with the same destination share a limit. */
  destinationOf(delivery: StoredDelivery): string;
  /** The changes of an attempt besides its delivery. Recorded together with the attempt or not at all. */
  consequences?(
    deps: ConsequenceDeps,
    delivery: StoredDelivery,
    result: AttemptResult,
    at: Date,
  ): Promise<Consequences | null>;
}

/** The id of the delivery of an alert to the recipient with this key. It never changes. */
export const alertDeliveryId = (eventId: string, key: string): string => derivedId('delivery', eventId, key);

/** The recipient of a delivery, as the table stores it. `kind` is the kind of the channel. */
export type Address = StoredDelivery['channel'];

export interface Recipient {
  readonly address: Address;
  /** The URL that the API shows, without any secret. */
  readonly url: string;
  /** The subscription, for a recipient that is a subscription: the API filters deliveries by this id. */
  readonly webhookId?: string;
  /** The format that the recipient asked for, where the channel has several. */
  readonly format?: string;
}

/** What decides who receives a notice. */
export interface Audience extends AudienceRecords {
  readonly event: Notice['kind'];
  /** Null for a notice that is no alert. */
  readonly rule: AlertAudience['rule'] | null;
  readonly subject: Subject;
}

/** What decides who receives an alert. */
export interface AlertAudience extends AudienceRecords {
  readonly rule: Fields & { readonly id: string };
}

/** What decides who receives the retraction or the review of an alert. */
export interface OutcomeAudience extends Pick<AudienceRecords, 'webhooks'> {
  readonly event: OutcomeNotice['kind'];
  readonly subject: Subject;
  /** Whether the alert was sent to this address of the channel. */
  gotAlert(address: Address): boolean;
}

/** The notice of what becomes of an alert. */
export type OutcomeNotice = (AlertNotice & { readonly kind: 'alert.retracted' }) | ReviewNotice;

/** The records of an organisation that name recipients. */
export interface AudienceRecords {
  readonly settings: Fields;
  /** All subscriptions of the organisation. */
  readonly webhooks: readonly StoredWebhook[];
  /** All destinations of the organisation. */
  readonly destinations: readonly StoredDestination[];
}

export interface ConsequenceDeps {
  readonly webhooks: Pick<WebhookRepo, 'find' | 'turnedOff'>;
}

export interface Consequences {
  readonly writes: readonly Write[];
  readonly notices: readonly (WebhookDisabledNotice | DestinationDisabledNotice)[];
  /** Runs after the writes were recorded. */
  recorded?(): void;
}
