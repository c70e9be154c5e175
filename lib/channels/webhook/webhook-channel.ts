import { type SendResult, undeliverable } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { stillSigning } from '../../webhooks/rotation.ts';
import { type EventKind, PayloadFormat, type StoredWebhook } from '../../webhooks/schema.ts';
import { alertBody, differenceBody, throttledBody } from '../http/payload.ts';
import { postSigned } from '../http/signed-post.ts';
import type { Channel, Recipient, SendDeps } from '../port/channel.ts';
import { healthConsequences } from './health-consequences.ts';
import { WebhookAddress } from './webhook-address.ts';

/** The subscriptions of the organisation, for each rule. */
export const webhookChannel: Channel = {
  kind: 'webhook',
  label: 'webhook',
  recipients: ({ webhooks }) => subscribers(webhooks, 'alert.fired'),
  // A subscription that asks for retractions now receives the retraction, even if the alert did not go to this
  // subscription.
  retractionRecipients: (webhooks) => subscribers(webhooks, 'alert.retracted'),
  keyOf: (address) => `webhook ${WebhookAddress.parse(address).webhookId}`,
  render: (notice, format = 'standard') => alertBody(notice, PayloadFormat.parse(format)),
  differenceNotice: {
    recipients: ({ webhooks }) => subscribers(webhooks, 'coverage.difference'),
    render: differenceBody,
  },
  throttledNotice: {
    recipients: ({ webhooks }) => subscribers(webhooks, 'wallet.throttled'),
    render: throttledBody,
  },
  send,
  destinationOf: ({ url }) => url,
  consequences: healthConsequences,
};

const subscribers = (webhooks: readonly StoredWebhook[], kind: EventKind): Recipient[] =>
  webhooks
    .filter((webhook) => receives(webhook, kind))
    .map(({ id, url, payload }) => ({
      address: { kind: 'webhook', webhookId: id },
      url,
      webhookId: id,
      format: payload,
    }));

/**
 * Whether a subscription receives events of this kind. A subscription that its owner turned off does not. A
 * subscription that the service disabled does: its deliveries fail with the reason, and can be replayed after the
 * receiver is repaired.
 */
export const receives = (webhook: StoredWebhook, kind: EventKind): boolean =>
  (webhook.isActive || webhook.disabledBy === 'service') && webhook.events.includes(kind);

/** Posts to the subscription as it is now: to its present URL, and with its present secrets. */
async function send(deps: SendDeps, delivery: StoredDelivery, n: number): Promise<SendResult> {
  const { organisationId, channel } = delivery;
  const webhook = await deps.webhooks.find(organisationId, WebhookAddress.parse(channel).webhookId);
  if (webhook === null) return undeliverable('The subscription was deleted.');
  if (!webhook.isActive) {
    return undeliverable(`The subscription is disabled: ${webhook.disabledReason ?? 'turned off'}.`);
  }
  const open = (sealed: string) => deps.sealer.open(sealed, { organisationId, recordId: webhook.id });
  const result = await postSigned(deps, delivery, n, webhook.url, {
    secret: open(webhook.sealedSecret),
    previousSecrets: stillSigning(webhook.previousSecrets, deps.now()).map(({ sealed }) => open(sealed)),
  });
  if (result.kind !== 'delivered') return result;
  const { consecutiveFailures, lastSuccessAt } = webhook;
  return { ...result, healthBefore: { consecutiveFailures, lastSuccessAt } };
}
