import type { Rule } from '../../lib/alerts/rules/schema.ts';
import type { Delivery } from '../../lib/deliveries/schema.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { aRule, at, aWallet, uuid } from '../support/records.ts';

/** Records as the API answers them, for a command line without a stack. A test changes the fields under test. */

const UNMUTED = { mutedUntil: null, muteReason: null, muteCritical: false } as const;

export function shownWallet(more: Partial<Wallet> = {}): Wallet {
  const { deletedAt: _, destinationTag: __, ...wallet } = aWallet();
  return { ...wallet, status: 'active', throttledSince: null, ...UNMUTED, ...more };
}

export function shownRule(more: Partial<Rule> = {}): Rule {
  const { version: _, sealedCustomSecret: __, walletTags: ___, walletTypes: ____, ...rule } = aRule();
  const wallets = { tags: [], types: [], ids: more.walletIds ?? [], ...more.wallets };
  const counts = {
    lastFiredAt: null,
    firedCount: 0,
    suppressedCount: 0,
    suppressedByReason: { cooldown: 0, muted: 0 },
  };
  return { ...rule, ...counts, ...UNMUTED, audience: 0, ...more, wallets };
}

export const shownDelivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: uuid(6),
  webhookId: uuid(5),
  destinationId: null,
  ruleId: uuid(3),
  eventId: uuid(4),
  event: 'alert.fired',
  kind: 'webhook',
  channel: 'webhook',
  url: 'https://hooks.example.com/chainwatch',
  status: 'pending',
  error: null,
  attempts: [],
  nextAttemptAt: null,
  createdAt: at,
  deliveredAt: null,
  summaryId: null,
  alertSummary: null,
  replayId: null,
  ...more,
});
