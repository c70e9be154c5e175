import type { RuleRepo } from '../alerts/rules/repo.ts';
import type { OutboundPolicy } from '../platform/outbound/url.ts';
import type { Sealer } from '../platform/sealer.ts';
import type { SettingsRepo } from '../settings/repo.ts';
import { maskedSlackUrl, openSlackUrl } from '../settings/slack-url.ts';
import type { WebhookRepo } from '../webhooks/repo.ts';
import { stillSigning } from '../webhooks/rotation.ts';
import type { StoredWebhook } from '../webhooks/schema.ts';
import { signatureHeaders } from '../webhooks/sign.ts';
import type { SendResult } from './attempt.ts';
import { failedForGood, sendHttp } from './http-sender.ts';
import type { Channel, StoredDelivery } from './schema.ts';

export interface SenderDeps {
  readonly webhooks: Pick<WebhookRepo, 'find'>;
  readonly rules: Pick<RuleRepo, 'find'>;
  readonly settings: Pick<SettingsRepo, 'get'>;
  readonly sealer: Sealer;
  readonly policy: OutboundPolicy;
  readonly version: string;
  sendMail(to: string, delivery: StoredDelivery): Promise<SendResult>;
  now(): Date;
}

type Of<K extends Channel['kind']> = StoredDelivery & { channel: Extract<Channel, { kind: K }> };

/** Sends one attempt of a delivery over its channel, to where that now leads; ends the delivery when it leads nowhere. */
export function sender(deps: SenderDeps): (delivery: StoredDelivery, n: number) => Promise<SendResult> {
  return async (delivery, n) => {
    const { channel } = delivery;
    switch (channel.kind) {
      case 'webhook':
        return toSubscription(deps, { ...delivery, channel }, n);
      case 'custom':
        return toCustomUrl(deps, { ...delivery, channel }, n);
      case 'slack':
        return toSlack(deps, delivery);
      case 'email':
        return toAddress(deps, { ...delivery, channel });
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

/** Posts to the URL that the rule now has, with its secret; `notifyWebhook` tells of alerts to come and not of this one. */
async function toCustomUrl(deps: SenderDeps, delivery: Of<'custom'>, n: number): Promise<SendResult> {
  const { organisationId, body, channel } = delivery;
  const rule = await deps.rules.find(organisationId, channel.ruleId);
  if (rule === null) return failedForGood('The rule was deleted.');
  const { customWebhookUrl: url, sealedCustomSecret } = rule;
  if (url === null || sealedCustomSecret === null) return failedForGood("The rule's custom URL was removed.");
  const secret = deps.sealer.open(sealedCustomSecret, { organisationId, recordId: rule.id });
  const request = { url, body, headers: headersOf(deps, delivery, n, { secret }) };
  return endedBy410({ ...(await sendHttp(request, deps.policy)), url });
}

/** Gone: whoever answers so wants no more of it. */
const endedBy410 = (result: SendResult): SendResult =>
  result.statusCode === 410 ? { ...result, final: true } : result;

/** The URL is the secret, so it is opened only here and the record of the delivery shows it masked. */
async function toSlack(deps: SenderDeps, { organisationId, body }: StoredDelivery): Promise<SendResult> {
  const { sealedSlackUrl } = await deps.settings.get(organisationId);
  if (sealedSlackUrl === null) return failedForGood('The Slack URL was removed from the settings.');
  const url = openSlackUrl(deps.sealer, organisationId, sealedSlackUrl);
  const headers = { 'Content-Type': 'application/json', 'User-Agent': `Chainwatch/${deps.version}` };
  return { ...(await sendHttp({ url, body, headers }, deps.policy)), url: maskedSlackUrl(url) };
}

async function toAddress(deps: SenderDeps, delivery: Of<'email'>): Promise<SendResult> {
  const { to } = delivery.channel;
  const { emails } = await deps.settings.get(delivery.organisationId);
  if (!emails.includes(to)) return failedForGood('The e-mail address was removed from the settings.');
  return deps.sendMail(to, delivery);
}

interface Secrets {
  readonly secret: string;
  readonly previousSecrets?: readonly string[];
}

function secretsOf(deps: SenderDeps, { organisationId }: StoredDelivery, webhook: StoredWebhook): Secrets {
  const context = { organisationId, recordId: webhook.id };
  return {
    secret: deps.sealer.open(webhook.sealedSecret, context),
    previousSecrets: stillSigning(webhook.previousSecrets, deps.now()).map(({ sealed }) =>
      deps.sealer.open(sealed, context),
    ),
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
