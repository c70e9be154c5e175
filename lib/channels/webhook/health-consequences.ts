import type { AttemptResult } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { log } from '../../platform/log.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Update } from '../../platform/table/write.ts';
import type { StoredWebhook } from '../../webhooks/schema.ts';
import type { ConsequenceDeps, Consequences } from '../port/channel.ts';
import { healthAfter, isRecorded } from './subscription-health.ts';
import { WebhookAddress } from './webhook-address.ts';

/** The health of the subscription after an attempt, and the notice when the attempt disables the subscription. */
export async function healthConsequences(
  { webhooks }: ConsequenceDeps,
  { organisationId, channel, url }: StoredDelivery,
  result: AttemptResult,
  at: Date,
): Promise<Consequences | null> {
  if (result.exchange === null) return null;
  // Most successes change nothing, and need no read. A failure that another attempt recorded meanwhile counts as later
  // than this success, as if this attempt had ended when it began.
  if (result.kind === 'delivered' && result.healthBefore && isRecorded(result.healthBefore, at)) return null;
  // Reads the subscription after the attempt, so that failures of other attempts meanwhile come before this result.
  const webhook = await webhooks.find(organisationId, WebhookAddress.parse(channel).webhookId);
  // An attempt at the former URL says nothing about the present URL.
  if (webhook?.url !== url) return null;
  const change = healthAfter(webhook, {
    error: result.kind === 'delivered' ? null : result.error,
    statusCode: result.exchange.response?.statusCode ?? null,
    at,
  });
  if (change === null) return null;
  const writes = [changed(organisationId, webhook, change)];
  if (change.isActive !== false) return { writes, notices: [] };
  const after = { ...webhook, ...change };
  const { id, description, updatedAt, disabledReason } = after;
  const disabled = { id, url, description, disabledAt: updatedAt, reason: disabledReason ?? '' };
  return {
    writes: [...writes, ...webhooks.turnedOff(organisationId, webhook, after)],
    notices: [{ kind: 'webhook.disabled', webhook: disabled }],
    recorded: () => log.warn('webhook.disabled', { webhook: id, reason: disabledReason }),
  };
}

/** Conditional on the health that was read: no failure is lost and the subscription is disabled once. */
const changed = (
  organisationId: StoredDelivery['organisationId'],
  { id, isActive, consecutiveFailures, url }: StoredWebhook,
  set: Partial<StoredWebhook>,
): Update<StoredWebhook> => ({
  update: keys.webhook(organisationId, id),
  set,
  when: '#isActive = :active AND #url = :url AND #consecutiveFailures = :seen',
  values: { ':active': isActive, ':url': url, ':seen': consecutiveFailures },
});
