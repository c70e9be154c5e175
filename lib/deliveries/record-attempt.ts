import { pendingDelivery } from '../notifications/deliveries.ts';
import { renderEmail } from '../notifications/email.ts';
import { webhookDisabledMessage } from '../notifications/webhook-disabled.ts';
import { log } from '../platform/log.ts';
import { keys } from '../platform/table/keys.ts';
import type { Update } from '../platform/table/write.ts';
import type { SettingsRepo } from '../settings/repo.ts';
import { derivedId } from '../values/ids.ts';
import type { WebhookRepo } from '../webhooks/repo.ts';
import type { StoredWebhook } from '../webhooks/schema.ts';
import { healthAfter } from '../webhooks/subscription-health.ts';
import type { SendResult } from './attempt.ts';
import type { DeliveryRepo, Outcome } from './repo.ts';
import type { Attempt, StoredDelivery } from './schema.ts';

export interface RecordDeps {
  readonly deliveries: Pick<DeliveryRepo, 'finish' | 'creation'>;
  readonly webhooks: Pick<WebhookRepo, 'find'>;
  readonly settings: Pick<SettingsRepo, 'get'>;
}

/** A subscription whose health keeps changing while an attempt is recorded is left to the retry after so many rounds. */
const ROUNDS = 10;

/** What an attempt came to: the deliveries to queue, or null when another attempt took the delivery. */
export type Recorded = { readonly made: readonly StoredDelivery[] } | null;

/**
 * Records an attempt, what becomes of its delivery and the health of its subscription in one transaction: what is tried
 * twice counts once. An attempt that disables the subscription also makes the e-mails that tell of it.
 * @throws Error when others changed the subscription again and again, besides whatever the table throws.
 */
export async function recordAttempt(
  deps: RecordDeps,
  delivery: StoredDelivery,
  attempt: Attempt,
  outcome: Outcome & { at: Date },
  result: SendResult,
): Promise<Recorded> {
  for (let round = 0; round < ROUNDS; round++) {
    // Read now and not when the attempt began: failures recorded since come before this answer.
    const webhook = await subscriptionOf(deps, delivery, result);
    const change = webhook && healthAfter(webhook, { ...result, at: outcome.at });
    const made = webhook && change?.isActive === false ? await mailsOf(deps, delivery, { ...webhook, ...change }) : [];
    const health = webhook && change ? [changed(delivery, webhook, change)] : [];
    const recorded = await deps.deliveries.finish(delivery, attempt, outcome, [
      ...health,
      ...made.map(deps.deliveries.creation),
    ]);
    if (recorded === 'superseded') return null;
    if (recorded === 'recorded') {
      if (change?.isActive === false)
        log.warn('webhook.disabled', { webhook: webhook?.id, reason: change.disabledReason });
      return { made };
    }
  }
  throw new Error(`the health of a subscription changed ${ROUNDS} times while an attempt was recorded`);
}

async function subscriptionOf(deps: RecordDeps, { organisationId, channel, url }: StoredDelivery, result: SendResult) {
  if (channel.kind !== 'webhook' || result.unsent) return null;
  const webhook = await deps.webhooks.find(organisationId, channel.webhookId);
  // An attempt at the address before says nothing of the one that the subscription now has.
  return webhook?.url === url ? webhook : null;
}

/** On condition that its health is what was seen, so that no failure is lost and it is disabled once. */
const changed = (
  { organisationId }: StoredDelivery,
  { id, isActive, consecutiveFailures, url }: StoredWebhook,
  set: Partial<StoredWebhook>,
): Update<StoredWebhook> => ({
  update: keys.webhook(organisationId, id),
  set,
  when: '#isActive = :active AND #url = :url AND (attribute_not_exists(#consecutiveFailures) OR #consecutiveFailures = :seen)',
  values: { ':active': isActive, ':url': url, ':seen': consecutiveFailures },
});

/** To the organisation's addresses. By no subscription: another one may lead to the same receiver. */
async function mailsOf(
  { settings }: RecordDeps,
  { organisationId }: StoredDelivery,
  { id, url, description, disabledReason, updatedAt }: StoredWebhook,
): Promise<StoredDelivery[]> {
  const { emails } = await settings.get(organisationId);
  const message = webhookDisabledMessage({ id, url, description, disabledAt: updatedAt, reason: disabledReason ?? '' });
  const body = JSON.stringify(renderEmail(message));
  return emails.map((to) =>
    pendingDelivery(organisationId, {
      id: derivedId('delivery', id, 'disabled', updatedAt, `email ${to}`),
      eventId: null,
      ruleId: null,
      webhookId: null,
      eventKind: 'webhook.disabled',
      channel: { kind: 'email', to },
      url: `mailto:${to}`,
      body,
      createdAt: updatedAt,
    }),
  );
}
