import type { OutboundPolicy } from '../outbound/url.ts';
import type { Sealer } from '../secrets.ts';
import type { WebhookRepo } from '../webhooks/repo.ts';
import type { StoredWebhook } from '../webhooks/schema.ts';
import { signatureHeaders } from '../webhooks/sign.ts';
import type { SendResult } from './attempt.ts';
import { failedForGood, sendHttp } from './http-sender.ts';
import type { Channel, StoredDelivery } from './schema.ts';

export interface SenderDeps {
  readonly webhooks: Pick<WebhookRepo, 'find'>;
  readonly sealer: Sealer;
  readonly policy: OutboundPolicy;
  readonly version: string;
  sendMail(to: string, delivery: StoredDelivery): Promise<SendResult>;
  now(): Date;
}

type Of<K extends Channel['kind']> = StoredDelivery & { channel: Extract<Channel, { kind: K }> };

/** Sends one attempt of a delivery over its channel. */
export function sender(deps: SenderDeps): (delivery: StoredDelivery, n: number) => Promise<SendResult> {
  return async (delivery, n) => {
    const { channel } = delivery;
    switch (channel.kind) {
      case 'webhook':
        return toSubscription(deps, { ...delivery, channel }, n);
      case 'custom':
        return toCustomUrl(deps, { ...delivery, channel }, n);
      case 'slack':
        return toSlack(deps, { ...delivery, channel });
      case 'email':
        return deps.sendMail(channel.to, delivery);
    }
  };
}

/** Posts to the subscription as it now is: its present URL and secrets, and not at all when it was turned off. */
async function toSubscription(deps: SenderDeps, delivery: Of<'webhook'>, n: number): Promise<SendResult> {
  const { organisationId, channel } = delivery;
  const webhook = await deps.webhooks.find(organisationId, channel.webhookId);
  if (webhook === null) return failedForGood('The subscription was deleted.');
  if (!webhook.isActive) {
    return failedForGood(`The subscription is disabled: ${webhook.disabledReason ?? 'turned off'}.`);
  }
  const secrets = secretsOf(deps, delivery, webhook);
  const request = { url: webhook.url, body: delivery.body, headers: headersOf(deps, delivery, n, secrets) };
  return endedBy410({ ...(await sendHttp(request, deps.policy)), url: webhook.url });
}

async function toCustomUrl(deps: SenderDeps, delivery: Of<'custom'>, n: number): Promise<SendResult> {
  const { organisationId, url, body, channel } = delivery;
  const secret = deps.sealer.open(channel.sealedSecret, { organisationId, recordId: channel.ruleId });
  return endedBy410(await sendHttp({ url, body, headers: headersOf(deps, delivery, n, { secret }) }, deps.policy));
}

/** Gone: whoever answers so wants no more of it. */
const endedBy410 = (result: SendResult): SendResult =>
  result.statusCode === 410 ? { ...result, final: true } : result;

/** The URL is the secret, so it is opened only here and the delivery shows another. */
async function toSlack(deps: SenderDeps, { organisationId, body, channel }: Of<'slack'>): Promise<SendResult> {
  const url = deps.sealer.open(channel.sealedUrl, { organisationId, recordId: 'settings' });
  const headers = { 'Content-Type': 'application/json', 'User-Agent': `Chainwatch/${deps.version}` };
  return sendHttp({ url, body, headers }, deps.policy);
}

interface Secrets {
  readonly secret: string;
  readonly previousSecret?: string;
}

function secretsOf(deps: SenderDeps, { organisationId }: StoredDelivery, webhook: StoredWebhook): Secrets {
  const context = { organisationId, recordId: webhook.id };
  const { sealedPreviousSecret: previous, previousUntil } = webhook;
  const rotating = previous !== null && previousUntil !== null && deps.now().toISOString() < previousUntil;
  return {
    secret: deps.sealer.open(webhook.sealedSecret, context),
    ...(rotating && { previousSecret: deps.sealer.open(previous, context) }),
  };
}

const headersOf = (deps: SenderDeps, { id, body, eventKind }: StoredDelivery, n: number, secrets: Secrets) => ({
  'Content-Type': 'application/json',
  'User-Agent': `Chainwatch/${deps.version}`,
  'X-Service-Event': eventKind,
  'X-Service-Delivery': id,
  'X-Service-Attempt': String(n),
  ...signatureHeaders({ body, deliveryId: id, timestamp: deps.now(), ...secrets }),
});
