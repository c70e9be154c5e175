import { pendingDelivery } from '../deliveries/pending-delivery.ts';
import { type AttemptConsequences, NO_CONSEQUENCES } from '../deliveries/record-attempt.ts';
import type { AttemptResult } from '../deliveries/result.ts';
import type { StoredDelivery } from '../deliveries/schema.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import type { StoredWebhook } from '../webhooks/schema.ts';
import type { Channels } from './channel-registry.ts';
import type { Audience, Channel, ConsequenceDeps, Recipient, SendDeps } from './port/channel.ts';
import type { AlertNotice, DifferenceNotice, WalletThrottledNotice } from './port/notice.ts';

/*
 * The deliveries of notices, one for each recipient of each channel. Pure, with derived ids: work that is repeated
 * makes the same deliveries.
 */

export const alertDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: AlertNotice & { kind: 'alert.fired' },
  audience: Audience,
): StoredDelivery[] =>
  channels.all
    .filter(({ toggle }) => toggle === undefined || audience.rule[toggle.field] === true)
    .flatMap((channel) => deliveriesOf(channel, organisationId, notice, channel.recipients(audience)));

/**
 * Each channel sends the retraction to the recipients of the alert, unless the channel names other recipients.
 * @param sent the deliveries of the alert.
 */
export const retractionDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: AlertNotice & { kind: 'alert.retracted' },
  webhooks: readonly StoredWebhook[],
  sent: readonly StoredDelivery[],
): StoredDelivery[] =>
  channels.all.flatMap((channel) => {
    const recipients = channel.retractionRecipients?.(webhooks) ?? sentOver(channel, sent);
    return deliveriesOf(channel, organisationId, notice, recipients);
  });

const sentOver = ({ kind }: Channel, sent: readonly StoredDelivery[]): Recipient[] =>
  sent.filter(({ channel }) => channel.kind === kind).map(({ channel, url }) => ({ address: channel, url }));

function deliveriesOf(
  channel: Channel,
  organisationId: OrganisationId,
  notice: AlertNotice,
  recipients: readonly Recipient[],
): StoredDelivery[] {
  if (recipients.length === 0) return [];
  const { kind, event } = notice;
  // Most recipients share a format, and a text can be long.
  const texts = new Map<string | undefined, string>();
  const textIn = (format: string | undefined): string => {
    const text = texts.get(format) ?? channel.render(notice, format);
    texts.set(format, text);
    return text;
  };
  return recipients.map(({ address, url, webhookId, format }) => {
    const key = channel.keyOf(address);
    return pendingDelivery(organisationId, {
      id: derivedId('delivery', event.id, key, ...(kind === 'alert.fired' ? [] : ['retracted'])),
      eventId: event.id,
      ruleId: event.ruleId,
      webhookId,
      eventKind: kind,
      channel: address,
      url,
      body: textIn(format),
      createdAt: kind === 'alert.fired' ? event.firedAt : notice.event.retractedAt,
    });
  });
}

/** The deliveries of a notice that is no alert, over the channels that report such notices. */
const reports = <N extends { readonly kind: StoredDelivery['eventKind'] }, A>(
  { all }: Channels,
  organisationId: OrganisationId,
  notice: N,
  audience: A,
  reportOf: (
    channel: Channel,
  ) => { recipients(audience: A): readonly Recipient[]; render(notice: N): string } | undefined,
  { ids, createdAt }: { readonly ids: readonly string[]; readonly createdAt: string },
): StoredDelivery[] =>
  all.flatMap((channel) => {
    const report = reportOf(channel);
    if (report === undefined) return [];
    const body = report.render(notice);
    return report.recipients(audience).map(({ address, url, webhookId }) => {
      const id = derivedId('delivery', ...ids, channel.keyOf(address));
      const to = { channel: address, url, webhookId };
      return pendingDelivery(organisationId, { id, eventKind: notice.kind, ...to, body, createdAt });
    });
  });

/** The deliveries that report a difference. */
export const differenceDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: DifferenceNotice,
  audience: Omit<Audience, 'rule'>,
): StoredDelivery[] =>
  reports(channels, organisationId, notice, audience, ({ differenceNotice }) => differenceNotice, {
    ids: [notice.id],
    createdAt: notice.occurredAt,
  });

/** The deliveries that tell an organisation that its wallets are throttled. */
export const throttledDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: WalletThrottledNotice,
  audience: Omit<Audience, 'rule'>,
): StoredDelivery[] =>
  reports(channels, organisationId, notice, audience, ({ throttledNotice }) => throttledNotice, {
    ids: [organisationId, notice.chainId, 'throttled', notice.since],
    createdAt: notice.since,
  });

/**
 * The changes of an attempt besides its delivery, with the deliveries of the notices that follow from the attempt. No
 * subscription receives these notices: a subscription may lead to the receiver that failed.
 */
export const consequencesOf =
  (channels: Channels, { webhooks, settings }: ConsequenceDeps & Pick<SendDeps, 'settings'>) =>
  async (delivery: StoredDelivery, result: AttemptResult, at: Date): Promise<AttemptConsequences> => {
    const consequences = await channels.of(delivery).consequences?.({ webhooks }, delivery, result, at);
    if (!consequences) return NO_CONSEQUENCES;
    const { writes, notices, recorded } = consequences;
    const { organisationId } = delivery;
    const audience = notices.length === 0 ? {} : await settings.get(organisationId);
    const deliveries = notices.flatMap((notice) => {
      const { id, disabledAt } = notice.webhook;
      return reports(channels, organisationId, notice, audience, ({ serviceNotice }) => serviceNotice, {
        ids: [id, 'disabled', disabledAt],
        createdAt: disabledAt,
      });
    });
    return { writes, deliveries, recorded };
  };
