import { pendingDelivery } from '../deliveries/pending-delivery.ts';
import { type AttemptConsequences, NO_CONSEQUENCES } from '../deliveries/record-attempt.ts';
import type { AttemptResult } from '../deliveries/result.ts';
import type { StoredDelivery } from '../deliveries/schema.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { Subject, SubjectWallet } from '../webhooks/notice-match.ts';
import { alertRecipients } from './alert-audience.ts';
import type { Channels } from './channel-registry.ts';
import { type DisablingDeps, disablingOf } from './destinations/disable-destination.ts';
import { destinationsThat, hearsOf, hearsOfOutcome } from './destinations/hearing.ts';
import { inCommon } from './notice-in-common.ts';
import {
  type Address,
  type AlertAudience,
  type AudienceRecords,
  alertDeliveryId,
  type Channel,
  type ConsequenceDeps,
  type OutcomeNotice,
  type Recipient,
} from './port/channel.ts';
import type {
  AddressListFailedNotice,
  AlertNotice,
  ConfigurationChangedNotice,
  DifferenceNotice,
  Notice,
  ReviewNotice,
  WalletThrottledNotice,
} from './port/notice.ts';
import type { SendDeps } from './port/send-deps.ts';

/*
 * The deliveries of notices, one for each recipient of each channel. Pure, with derived ids: work that is repeated
 * makes the same deliveries.
 */

export const alertDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: AlertNotice & { kind: 'alert.fired' },
  audience: AlertAudience,
  wallet: SubjectWallet,
): StoredDelivery[] =>
  alertRecipients(channels, audience, subjectOfAlert(notice, wallet)).flatMap(({ channel, recipients }) =>
    deliveriesOf(channels, channel, organisationId, notice, recipients),
  );

const subjectOfAlert = ({ event }: AlertNotice | ReviewNotice, wallet: SubjectWallet): Subject => ({
  rule: { id: event.ruleId, ruleType: event.ruleType, severity: event.severity },
  wallets: [wallet],
});

/** The records of an organisation that name who may hear what becomes of an alert. */
type OutcomeRecords = Pick<AudienceRecords, 'webhooks' | 'destinations'>;

/**
 * Each channel sends the retraction to the recipients of the alert, unless the channel names other recipients.
 * @param sent the deliveries of the alert.
 */
export const retractionDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: AlertNotice & { kind: 'alert.retracted' },
  records: OutcomeRecords,
  wallet: SubjectWallet,
  sent: readonly StoredDelivery[],
): StoredDelivery[] =>
  outcomes(channels, organisationId, notice, records, wallet, { ids: sent.map(({ id }) => id), sent });

/**
 * The deliveries that tell who reviewed an alert.
 * @param ids the ids of the alert's deliveries. The deliveries may have expired.
 */
export const reviewDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: ReviewNotice,
  records: OutcomeRecords,
  wallet: SubjectWallet,
  ids: readonly string[],
): StoredDelivery[] => outcomes(channels, organisationId, notice, records, wallet, { ids, sent: [] });

function outcomes(
  channels: Channels,
  organisationId: OrganisationId,
  notice: OutcomeNotice,
  { webhooks, destinations }: OutcomeRecords,
  wallet: SubjectWallet,
  { ids, sent }: { readonly ids: readonly string[]; readonly sent: readonly StoredDelivery[] },
): StoredDelivery[] {
  const alerted = new Set(ids);
  const { kind: event } = notice;
  const subject = subjectOfAlert(notice, wallet);
  return channels.all.flatMap((channel) => {
    const gotAlert = (address: Address) => alerted.has(alertDeliveryId(notice.event.id, channel.keyOf(address)));
    return deliveriesOf(channels, channel, organisationId, notice, [
      ...(channel.outcomeRecipients?.({ event, webhooks, subject, gotAlert }) ?? sentOver(channel, sent)),
      ...destinationsThat(hearsOfOutcome(channel, { event, subject, gotAlert }), channel, destinations),
    ]);
  });
}

const sentOver = ({ kind }: Channel, sent: readonly StoredDelivery[]): Recipient[] =>
  sent
    .filter(({ channel }) => channel.kind === kind && channel.destinationId === undefined)
    .map(({ channel, url }) => ({ address: channel, url }));

/** The deliveries that tell the people in the settings of a list whose source failed. */
export const listFailureDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: AddressListFailedNotice,
  settings: AudienceRecords['settings'],
): StoredDelivery[] => reports(channels, organisationId, notice, { webhooks: [], destinations: [], settings }, []);

/**
 * The deliveries of a notice that is no alert: a difference, wallets that are throttled, or a changed configuration.
 * @param wallets those that the notice is about.
 */
export const reportDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: DifferenceNotice | WalletThrottledNotice | ConfigurationChangedNotice,
  records: AudienceRecords,
  wallets: readonly SubjectWallet[],
): StoredDelivery[] => reports(channels, organisationId, notice, records, wallets);

const reports = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: Exclude<Notice, AlertNotice | ReviewNotice>,
  records: AudienceRecords,
  wallets: readonly SubjectWallet[],
): StoredDelivery[] =>
  channels.all.flatMap((channel) => {
    const subject = { rule: null, wallets };
    return deliveriesOf(channels, channel, organisationId, notice, [
      ...channel.recipients({ ...records, rule: null, event: notice.kind, subject }),
      ...destinationsThat(hearsOf(notice.kind, subject), channel, records.destinations),
    ]);
  });

/** The deliveries of a notice to recipients of a channel. */
export function deliveriesOf(
  channels: Channels,
  channel: Channel,
  organisationId: OrganisationId,
  notice: Notice,
  recipients: readonly Recipient[],
): StoredDelivery[] {
  // Most recipients share a format, and a text can be long.
  const texts = new Map<string | undefined, string>();
  const textIn = (format: string | undefined): string => {
    const text = texts.get(format) ?? channels.render(channel, notice, format);
    texts.set(format, text);
    return text;
  };
  const { createdAt, idOf, ...ids } = inCommon(organisationId, notice);
  return recipients.map(({ address, url, webhookId, format }) =>
    pendingDelivery(organisationId, {
      ...{ ...ids, webhookId, url, createdAt },
      id: idOf(channel.keyOf(address)),
      eventKind: notice.kind,
      channel: address,
      body: textIn(format),
    }),
  );
}

/**
 * The changes of an attempt besides its delivery, with the deliveries of the notices that follow from the attempt. No
 * subscription and no destination receives these notices: they may lead to the receiver that failed.
 */
export const consequencesOf =
  (channels: Channels, deps: ConsequenceDeps & DisablingDeps & Pick<SendDeps, 'settings'>) =>
  async (delivery: StoredDelivery, result: AttemptResult, at: Date): Promise<AttemptConsequences> => {
    const channel = channels.of(delivery);
    const consequences = await (delivery.channel.destinationId === undefined
      ? channel.consequences?.(deps, delivery, result, at)
      : disablingOf(deps, channel, delivery, result, at));
    if (!consequences) return NO_CONSEQUENCES;
    const { writes, notices, recorded } = consequences;
    const { organisationId } = delivery;
    const settings = notices.length === 0 ? {} : await deps.settings.get(organisationId);
    const records = { webhooks: [], destinations: [], settings };
    const deliveries = notices.flatMap((notice) => reports(channels, organisationId, notice, records, []));
    return { writes, deliveries, recorded };
  };
