import { pendingDelivery } from '../deliveries/pending-delivery.ts';
import { type AttemptConsequences, NO_CONSEQUENCES } from '../deliveries/record-attempt.ts';
import type { AttemptResult } from '../deliveries/result.ts';
import type { StoredDelivery } from '../deliveries/schema.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import type { StoredWebhook } from '../webhooks/schema.ts';
import type { Channels } from './channel-registry.ts';
import type { Audience, Channel, ConsequenceDeps, Recipient, SendDeps } from './port/channel.ts';
import type { Fields } from './port/channel-fields.ts';
import type { AlertNotice, DifferenceNotice, WalletThrottledNotice, WebhookDisabledNotice } from './port/notice.ts';

/**
 * The deliveries of an alert, one for each recipient of each channel. Pure, with derived ids: an evaluation that is
 * repeated makes the same deliveries.
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
 * The deliveries of a retraction. Each channel sends the retraction to the recipients of the alert, unless the channel
 * names other recipients. Pure, with derived ids.
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
      webhookId: webhookId ?? null,
      eventKind: kind,
      channel: address,
      url,
      body: textIn(format),
      createdAt: kind === 'alert.fired' ? event.firedAt : notice.event.retractedAt,
    });
  });
}

/** The deliveries that report a difference. Pure, with derived ids: a repeated check makes the same deliveries. */
export const differenceDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: DifferenceNotice,
  audience: Omit<Audience, 'rule'>,
): StoredDelivery[] =>
  channels.all.flatMap(({ differenceNotice, keyOf }) => {
    if (differenceNotice === undefined) return [];
    const body = differenceNotice.render(notice);
    return differenceNotice.recipients(audience).map(({ address, url, webhookId }) =>
      pendingDelivery(organisationId, {
        id: derivedId('delivery', notice.id, keyOf(address)),
        eventId: null,
        ruleId: null,
        webhookId: webhookId ?? null,
        eventKind: notice.kind,
        channel: address,
        url,
        body,
        createdAt: notice.occurredAt,
      }),
    );
  });

/** The changes of an attempt besides its delivery, with the deliveries of the notices that follow from the attempt. */
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
      return serviceDeliveries(channels, organisationId, notice, audience, { ids: [id, 'disabled'], at: disabledAt });
    });
    return { writes, deliveries, recorded };
  };

/** The deliveries that tell an organisation that its wallets are throttled. Pure, with derived ids. */
export const throttledDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: WalletThrottledNotice,
  audience: Omit<Audience, 'rule'>,
): StoredDelivery[] =>
  channels.all.flatMap(({ throttledNotice, keyOf }) => {
    if (throttledNotice === undefined) return [];
    const body = throttledNotice.render(notice);
    return throttledNotice.recipients(audience).map(({ address, url, webhookId }) =>
      pendingDelivery(organisationId, {
        id: derivedId('delivery', organisationId, notice.chainId, 'throttled', notice.since, keyOf(address)),
        eventId: null,
        ruleId: null,
        webhookId: webhookId ?? null,
        eventKind: notice.kind,
        channel: address,
        url,
        body,
        createdAt: notice.since,
      }),
    );
  });

/** No subscription receives these notices: a subscription may lead to the receiver that failed. */
const serviceDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: WebhookDisabledNotice,
  settings: Fields,
  { ids, at }: { readonly ids: readonly string[]; readonly at: string },
): StoredDelivery[] =>
  channels.all.flatMap(({ serviceNotice, keyOf }) => {
    if (serviceNotice === undefined) return [];
    const body = serviceNotice.render(notice);
    return serviceNotice.recipients(settings).map(({ address, url }) =>
      pendingDelivery(organisationId, {
        id: derivedId('delivery', ...ids, at, keyOf(address)),
        eventId: null,
        ruleId: null,
        webhookId: null,
        eventKind: notice.kind,
        channel: address,
        url,
        body,
        createdAt: at,
      }),
    );
  });
