import type { RetractedEvent } from '../alerts/events/schema.ts';
import type { Channel, StoredDelivery } from '../deliveries/schema.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import { alertRetractedBody } from '../webhooks/payload.ts';
import type { StoredWebhook } from '../webhooks/schema.ts';
import { isTold } from '../webhooks/subscription-health.ts';
import { alertMessage } from './alert.ts';
import { pendingDelivery } from './deliveries.ts';
import { renderEmail } from './email.ts';
import { renderSlack } from './slack.ts';

/**
 * The deliveries that take an alert back: to the subscriptions that ask for it, and to every other channel that was told of
 * the alert (`told`). Pure, with derived ids, as those of the alert are.
 */
export function retractionsOf(
  organisationId: OrganisationId,
  event: RetractedEvent,
  webhooks: readonly StoredWebhook[],
  told: readonly StoredDelivery[],
): StoredDelivery[] {
  const payload = alertRetractedBody(event);
  const message = alertMessage(event);
  const make = (key: string, channel: Channel, url: string, body: string) =>
    pendingDelivery(organisationId, {
      id: derivedId('delivery', event.id, key, 'retracted'),
      eventId: event.id,
      ruleId: event.ruleId,
      webhookId: channel.kind === 'webhook' ? channel.webhookId : null,
      eventKind: 'alert.retracted',
      channel,
      url,
      body,
      createdAt: event.retractedAt,
    });

  const subscribed = webhooks
    .filter((webhook) => isTold(webhook, 'alert.retracted'))
    .map(({ id, url }) => make(`webhook ${id}`, { kind: 'webhook', webhookId: id }, url, payload));
  const toOther = ({ channel, url }: StoredDelivery): StoredDelivery[] => {
    switch (channel.kind) {
      // A subscription gets what it now asks for.
      case 'webhook':
        return [];
      case 'custom':
        return [make('custom', channel, url, payload)];
      case 'email':
        return [make(`email ${channel.to}`, channel, url, JSON.stringify(renderEmail(message)))];
      case 'slack':
        return [make('slack', channel, url, JSON.stringify(renderSlack(message)))];
    }
  };
  return [...subscribed, ...told.flatMap(toOther)];
}
