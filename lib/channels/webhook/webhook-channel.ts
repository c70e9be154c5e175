import { type SendResult, undeliverable } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { openHeaders } from '../../webhooks/custom-headers.ts';
import { matches, type Subject } from '../../webhooks/notice-match.ts';
import { stillSigning } from '../../webhooks/rotation.ts';
import { PayloadFormat, type StoredWebhook } from '../../webhooks/schema.ts';
import { noticeBody } from '../http/payload.ts';
import { postSigned } from '../http/signed-post.ts';
import type { Channel, OutcomeAudience, Recipient } from '../port/channel.ts';
import type { Notice } from '../port/notice.ts';
import type { SendDeps } from '../port/send-deps.ts';
import { healthConsequences } from './health-consequences.ts';
import { WebhookAddress } from './webhook-address.ts';

/** The subscriptions of the organisation, for each rule. */
export const webhookChannel: Channel = {
  kind: 'webhook',
  label: 'webhook',
  recipients: ({ event, webhooks, subject }) => webhooks.filter((each) => hears(each, event, subject)).map(recipientOf),
  outcomeRecipients,
  keyOf: (address) => `webhook ${WebhookAddress.parse(address).webhookId}`,
  render: (notice, _, format = 'standard') => noticeBody(notice, PayloadFormat.parse(format)),
  send,
  destinationOf: ({ url }) => url,
  consequences: healthConsequences,
};

const addressOf = ({ id }: StoredWebhook): WebhookAddress => ({ kind: 'webhook', webhookId: id });

const recipientOf = (webhook: StoredWebhook): Recipient => ({
  address: addressOf(webhook),
  url: webhook.url,
  webhookId: webhook.id,
  format: webhook.payload,
});

const hears = (webhook: StoredWebhook, kind: Notice['kind'], subject: Subject): boolean =>
  receives(webhook, kind) && matches(webhook.match, subject);

/**
 * The subscriptions that got the alert, whatever they match since, and those that ask for no alerts. A subscription
 * that asks for retractions now gets a retraction although the alert did not go there: it may hold the transaction.
 */
function outcomeRecipients({ event, webhooks, subject, gotAlert }: OutcomeAudience): Recipient[] {
  const isConcerned = (webhook: StoredWebhook) => {
    const needsAlert = event !== 'alert.retracted' && receives(webhook, 'alert.fired');
    return gotAlert(addressOf(webhook)) || (!needsAlert && matches(webhook.match, subject));
  };
  return webhooks.filter((webhook) => receives(webhook, event) && isConcerned(webhook)).map(recipientOf);
}

/**
 * Whether a subscription receives events of this kind. A subscription that its owner turned off does not. A
 * subscription that the service disabled does: its deliveries fail with the reason, and can be replayed after the
 * receiver is repaired.
 */
export const receives = ({ isActive, disabledBy, events }: StoredWebhook, kind: Notice['kind']): boolean =>
  (isActive || disabledBy === 'service') && events.some((asked) => asked === kind);

/** Posts to the subscription as it is now: to its present URL, and with its present secrets. */
async function send(deps: SendDeps, delivery: StoredDelivery, n: number): Promise<SendResult> {
  const { organisationId, channel } = delivery;
  const webhook = await deps.webhooks.find(organisationId, WebhookAddress.parse(channel).webhookId);
  if (webhook === null) return undeliverable('The subscription was deleted.');
  if (!webhook.isActive) {
    return undeliverable(`The subscription is disabled: ${webhook.disabledReason ?? 'turned off'}.`);
  }
  const owner = { organisationId, recordId: webhook.id };
  const open = (sealed: string) => deps.sealer.open(sealed, owner);
  const result = await postSigned(deps, delivery, n, {
    url: webhook.url,
    headers: openHeaders(deps.sealer, owner, webhook),
    secret: open(webhook.sealedSecret),
    previousSecrets: stillSigning(webhook.previousSecrets, deps.now()).map(({ sealed }) => open(sealed)),
  });
  if (result.kind !== 'delivered') return result;
  const { consecutiveFailures, lastSuccessAt } = webhook;
  return { ...result, healthBefore: { consecutiveFailures, lastSuccessAt } };
}
