import * as product from '../../lib/alerts/evaluation/notices.ts';
import type { AlertEvent, RetractedEvent } from '../../lib/alerts/events/schema.ts';
import type { ConfigurationChangedNotice, DifferenceNotice } from '../../lib/channels/port/notice.ts';
import { aDifference, aWallet, OURS, uuid } from './records.ts';

/** Where the links of the messages of tests lead (jest.config.js). */
export const places = {
  serviceUrl: 'https://api.example.com/test',
  consoleUrl: 'https://console.example.com/console',
};

/** What rules ask for whose type needs a condition. */
const CONDITIONS: Partial<Record<AlertEvent['ruleType'], product.FiredRule['conditions']>> = {
  large_transfer: { value_usd: { gte: 1000 } },
  token_transfer: { token_symbol: ['Claim at usdc-gift.com'] },
  method_call: { method: 'approve' },
  address_blacklist: { addresses: ['list:sanctions'] },
  gas_spike: { gas_price_gwei: { gte: 100 } },
  frequency: { count: { gte: 10 }, window_minutes: 60 },
  outflow: { value_usd: { gt: 50000 }, window_minutes: 60 },
  silence: { direction: 'inbound', hours: 24 },
  approval: { unlimited: true },
};

const wallet = aWallet({ tags: ['deposit'], externalId: 'customer 7' });

/** Notices of an alert about the wallet of the test records. */
export const firedNotice = (
  event: AlertEvent,
  rule: Partial<product.FiredRule> = {},
  labels?: ReadonlyMap<string, string>,
) => {
  const conditions = CONDITIONS[event.ruleType] ?? {};
  const fired = { ruleType: event.ruleType, walletIds: [], walletTags: [], walletTypes: [], conditions, ...rule };
  return product.firedNotice(event, wallet, fired, labels);
};
export const retractedNotice = (event: RetractedEvent) => product.retractedNotice(event, wallet);

const { id, asset, tokenAddress, expected, actual, difference, fromHeight, toHeight } = aDifference();

/** The notice of the difference of the test records. */
export const differenceNotice = (more: Partial<DifferenceNotice> = {}): DifferenceNotice => ({
  kind: 'coverage.difference',
  id,
  occurredAt: '2026-01-31T09:00:06.000Z',
  wallet: { id: uuid(2), label: 'Treasury', address: OURS },
  chainId: 'ethereum',
  chain: { name: 'Ethereum', explorer: null },
  asset,
  tokenAddress,
  expected,
  actual,
  difference,
  fromHeight,
  toHeight,
  ...more,
});

/** The notice of a rule that somebody disabled. */
export const changedNotice = (more: Partial<ConfigurationChangedNotice> = {}): ConfigurationChangedNotice => ({
  kind: 'configuration.changed',
  ...{ id: uuid(21), action: 'disabled', resource: 'rule', resourceId: uuid(3), name: 'Large payments' },
  actor: { kind: 'key', id: uuid(22), name: 'CI' },
  changes: [{ path: 'isActive', before: true, after: false }],
  ...{ at: '2026-01-31T09:00:00.000Z', requestId: uuid(23), more: 0 },
  ...more,
});
