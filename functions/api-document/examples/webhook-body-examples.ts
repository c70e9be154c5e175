import { addresses, HASH, ids, times } from './shared-examples.ts';

const subject = {
  rule: { id: ids.rule, name: 'Over 1,000 USD' },
  transaction: {
    hash: HASH,
    chain: 'ethereum',
    from: addresses.payer,
    to: addresses.treasury,
    value_eth: '1',
    value_usd: '2500',
    block: 21_250_117,
    timestamp: times.block,
  },
};

/** A body for each kind of event that a subscription can ask for, and of the test. */
export const webhookExamples = {
  'alert.fired': { event: 'alert.fired', fired_at: times.fired, ...subject },
  'alert.retracted': {
    event: 'alert.retracted',
    event_id: ids.event,
    fired_at: times.fired,
    retracted_at: times.later,
    ...subject,
  },
  'alert.acknowledged': {
    event: 'alert.acknowledged',
    occurred_at: times.later,
    event_id: ids.event,
    rule: subject.rule,
    by: 'Console of Ada',
    note: null,
  },
  'alert.resolved': {
    event: 'alert.resolved',
    occurred_at: times.later,
    event_id: ids.event,
    rule: subject.rule,
    by: 'Console of Ada',
    note: 'A payment that was agreed on.',
  },
  'coverage.difference': {
    event: 'coverage.difference',
    occurred_at: times.later,
    wallet: { id: ids.wallet, label: 'Treasury', address: addresses.treasury },
    chain: 'ethereum',
    asset: 'ETH',
    expected: '49',
    actual: '50',
    difference: '1',
    from_height: 21_250_001,
    to_height: 21_250_117,
    reconciliation_id: ids.difference,
  },
  'wallet.throttled': {
    event: 'wallet.throttled',
    occurred_at: times.later,
    chain: 'ethereum',
    records_per_hour: 10_000,
    wallets: [{ id: ids.wallet, label: 'Treasury', address: addresses.treasury }],
    more: 0,
  },
  'configuration.changed': {
    event: 'configuration.changed',
    entryId: ids.auditEntry,
    action: 'disabled',
    resource: 'rule',
    resourceId: ids.rule,
    name: 'Large payments',
    actor: { kind: 'key', id: ids.key, name: 'CI' },
    changes: [{ path: 'isActive', before: true, after: false }],
    at: times.later,
    requestId: '5d2f6f2e-3a58-4f0b-8c57-2b6f4f1f3c10',
    more: 0,
  },
  ping: { event: 'ping', fired_at: times.later, webhook: { id: ids.webhook } },
} as const;
