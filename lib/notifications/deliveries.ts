import type { AlertEvent } from '../alerts/events/schema.ts';
import type { StoredRule } from '../alerts/rules/schema.ts';
import type { Channel, StoredDelivery } from '../deliveries/schema.ts';
import type { StoredSettings } from '../settings/schema.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import { alertFiredBody } from '../webhooks/payload.ts';
import type { StoredWebhook } from '../webhooks/schema.ts';
import { isTold } from '../webhooks/subscription-health.ts';
import { alertMessage } from './alert.ts';
import { renderEmail } from './email.ts';
import { renderSlack } from './slack.ts';

/** Who is to be told: the organisation's subscriptions and settings, and what the rule says. */
export interface Audience {
  readonly rule: StoredRule;
  readonly webhooks: readonly StoredWebhook[];
  readonly settings: StoredSettings;
}

/**
 * The deliveries of an alert: one per channel, each with the exact text that all its attempts send. Pure, with derived
 * ids, so that an evaluation that is repeated makes the same ones.
 */
export function deliveriesOf(
  organisationId: OrganisationId,
  event: AlertEvent,
  { rule, webhooks, settings }: Audience,
) {
  const payload = alertFiredBody(event);
  const message = alertMessage(event);
  const make = (key: string, channel: Channel, url: string, body: string) =>
    pendingDelivery(organisationId, {
      id: derivedId('delivery', event.id, key),
      eventId: event.id,
      ruleId: rule.id,
      webhookId: channel.kind === 'webhook' ? channel.webhookId : null,
      eventKind: 'alert.fired',
      channel,
      url,
      body,
      createdAt: event.firedAt,
    });

  const deliveries = webhooks
    .filter((webhook) => isTold(webhook, 'alert.fired'))
    .map(({ id, url }) => make(`webhook ${id}`, { kind: 'webhook', webhookId: id }, url, payload));
  if (rule.notifyWebhook && rule.customWebhookUrl !== null && rule.sealedCustomSecret !== null) {
    deliveries.push(make('custom', { kind: 'custom', ruleId: rule.id }, rule.customWebhookUrl, payload));
  }
  if (rule.notifyEmail) {
    const mail = JSON.stringify(renderEmail(message));
    for (const to of settings.emails) deliveries.push(make(`email ${to}`, { kind: 'email', to }, `mailto:${to}`, mail));
  }
  if (rule.notifySlack && settings.sealedSlackUrl !== null) {
    // Without its mask the URL was set by an earlier version; the first attempt records the masked one.
    const url = settings.maskedSlackUrl ?? 'https://hooks.slack.com/';
    deliveries.push(make('slack', { kind: 'slack' }, url, JSON.stringify(renderSlack(message))));
  }
  return deliveries;
}

type NewDelivery = Pick<
  StoredDelivery,
  'id' | 'eventId' | 'ruleId' | 'webhookId' | 'eventKind' | 'channel' | 'url' | 'body' | 'createdAt'
>;

/** A delivery that is due at once and was never tried. */
export const pendingDelivery = (organisationId: OrganisationId, delivery: NewDelivery): StoredDelivery => ({
  ...delivery,
  organisationId,
  status: 'pending',
  generation: 1,
  attemptsMade: 0,
  generationStart: 0,
  nextAttemptAt: delivery.createdAt,
  leaseUntil: null,
  deliveredAt: null,
});
