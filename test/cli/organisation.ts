import { routes } from '../../functions/routes.ts';
import type { AuditEntry } from '../../lib/platform/audit/audit-entry.ts';
import { aDestination, aMemo, anEvent, aTokenTransfer, aTransaction, aWebhook, uuid } from '../support/records.ts';
import { shownDelivery, shownRule, shownWallet } from './answers.ts';
import { exampleAnswers, type FixedAnswer, fixed, forQuery, listOf } from './api-double.ts';

/** The instant at which the organisation is looked at: two hours after the payment of the examples. */
export const NOW = new Date('2026-11-23T17:14:46.000Z');
const ago = (minutes: number): string => new Date(NOW.getTime() - minutes * 60_000).toISOString();
/** An id whose first eight characters differ from those of the others. */
const idOf = (n: number): string => `${(0x5f1c0000 + n * 0x1d3).toString(16)}${uuid(n).slice(8)}`;
const OURS = '0x52908400098527886E0F7030069857D2E4169EE7';
const FOREIGN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const unnamed = { tags: [], externalId: null };
const treasury = { label: 'Treasury', type: 'cold', color: '#2563eb', ...unnamed };
const payroll = {
  label: 'Payroll of the company in Singapore, second quarter',
  type: 'hot',
  color: '#2563eb',
  ...unnamed,
};
const attempt = (n: number, statusCode: number | null, error: string | null) => ({
  n,
  at: ago(60 - n),
  statusCode,
  error,
  durationMs: 41 * n,
  responseExcerpt: statusCode === null ? null : 'upstream connect error or disconnect/reset before headers',
});

const transactions = [
  aTransaction({
    ...{ summary: 'Treasury paid 1,000 ETH (2,500,000 USD) to 0x8617…070D', fromAddress: OURS, toAddress: FOREIGN },
    id: idOf(1),
    blockTimestamp: ago(0.2),
    wallet: treasury,
    direction: 'outbound',
    tokenAmount: '1000',
    valueUsd: '2500000',
  }),
  aTransaction({
    summary:
      'Payroll of the company in Singapore, second quarter moved 123,456,789 USDC (123,456,789.23 USD) within itself',
    id: idOf(2),
    hash: `0x${'1f'.repeat(32)}`,
    blockTimestamp: ago(240),
    wallet: payroll,
    chain: 'polygon',
    tokenSymbol: 'USDC',
    tokenAmount: '123456789.000000000000000001',
    valueUsd: '123456789.2345',
    direction: 'internal',
  }),
  aTransaction({
    summary: '資金 Exchange received 0.000001 XRP (less than 0.01 USD) from rPT1Sj…Vjpw, destination tag 4711',
    fromAddress: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAVjpw',
    id: idOf(3),
    hash: '4'.repeat(64).toUpperCase(),
    chain: 'xrp',
    blockTimestamp: ago(26 * 60),
    wallet: { ...treasury, label: '資金 Exchange' },
    tokenSymbol: 'XRP',
    tokenAmount: '0.000001',
    valueUsd: '0.0000005',
    destinationTag: 4711,
    references: [aMemo],
  }),
  aTransaction({
    summary: 'Treasury received 1,000,000 CLAIM-REWARDS-AT-SCAM.EXAMPLE from 5wHu1q…kt2W',
    fromAddress: '5wHu1qwD7q5ifaN5nwdcDqNFo53GJqa7nLp2BeeEkt2W',
    id: idOf(4),
    hash: '5wHu1qwD7q5ifaN5nwdcDqNFo53GJqa7nLp2BeeEpcHCusb4GzARz4GjgzsEHMkBMgCJMGa6GSQ1VG96Exv8kt2W',
    chain: 'solana',
    blockTimestamp: ago(60 * 24 * 45),
    wallet: treasury,
    tokenSymbol: 'CLAIM-REWARDS-AT-SCAM.EXAMPLE\u202e',
    tokenAmount: '1000000',
    valueUsd: null,
    valueStatus: 'unpriced',
  }),
];

const failedCall = aTransaction({
  ...{ summary: 'Treasury called withdrawAll on 0x8617…070D, which failed', fromAddress: OURS, toAddress: FOREIGN },
  ...{ id: idOf(5), hash: `0x${'5e'.repeat(32)}`, blockTimestamp: ago(420), wallet: treasury, status: 'failed' },
  ...{ direction: 'outbound', tokenAmount: '0', valueUsd: '0', transfers: [], txType: 'contract_call' },
});

/** The two records of a payment between own wallets: their ids have the same beginning. */
export const OWN_HASH = `0x604b${'7e'.repeat(30)}`;
const KRAKEN = '0x28C6c06298d514Db089934071355E5743bf21d60';
const ownPayment = (
  [
    ['de1c5d74-a0b1-5111-8000-000000000001', idOf(40), treasury, 'outbound'],
    ['de1c5d74-a0b1-5222-8000-000000000002', idOf(43), { ...treasury, label: 'Cold vault C' }, 'inbound'],
  ] as const
).map(([id, walletId, owner, direction]) =>
  aTransaction({
    ...{ id, walletId, direction, hash: OWN_HASH, blockTimestamp: ago(300) },
    ...{ wallet: owner, tokenSymbol: 'USDC', tokenAmount: '17500', valueUsd: '17500' },
    transfers: [
      aTokenTransfer({ amount: '17500', valueUsd: '17500', from: OURS, to: FOREIGN, direction }),
      aTokenTransfer({ amount: '12.5', valueUsd: '12.5', from: OURS, to: KRAKEN, direction: 'outbound' }),
    ],
    ...{ fromAddress: OURS, fromLabel: 'Treasury', toAddress: FOREIGN, toLabel: 'Cold vault C' },
    ...{ feeAmount: '0.0021', summary: 'Treasury paid 17,500 USDC (17,500 USD) to Cold vault C' },
  }),
);

const eventsOfTransactions = transactions.map((transaction, n) =>
  anEvent({
    id: idOf(20 + n),
    transaction,
    summary: transaction.summary,
    ruleName: ['Large payment out', 'Any transfer', 'Tagged payments to the exchange account', 'Any transfer'][n] ?? '',
    severity: n === 0 ? 'critical' : n === 2 ? 'warning' : 'info',
    status: n === 1 ? 'acknowledged' : n === 3 ? 'resolved' : 'open',
    firedAt: transaction.blockTimestamp,
    suppressed: n === 2 ? { count: 34, largestUsd: '2500000' } : { count: 0, largestUsd: null },
    retractedAt: n === 3 ? ago(3) : null,
  }),
);

const aboutSilence = {
  ...anEvent({
    id: idOf(24),
    ruleName: 'Payroll is not funded',
    ruleType: 'silence',
    summary: 'Payroll of the company in Singapore, second quarter received nothing for 72 hours',
    firedAt: ago(3 * 24 * 60),
  }),
  transactionId: null,
  transaction: null,
  walletId: idOf(41),
  wallet: payroll,
  subject: { walletId: idOf(41), chain: 'polygon', asset: null, symbol: null, level: '72' },
};
/** The newest first. */
const events = [...eventsOfTransactions.slice(0, 3), aboutSilence, ...eventsOfTransactions.slice(3)];

const wallets = [
  shownWallet({
    id: idOf(40),
    label: 'Treasury',
    type: 'cold',
    chains: ['ethereum', 'base', 'arbitrum'],
    tags: ['own', 'cold storage'],
  }),
  shownWallet({
    id: idOf(41),
    label: payroll.label,
    chains: ['polygon'],
    mutedUntil: ago(-90),
    muteReason: 'Migration',
  }),
  shownWallet({
    id: idOf(42),
    label: '資金 Exchange',
    type: 'deposit',
    address: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN',
    destinationTag: 4711,
    chains: ['xrp'],
  }),
  shownWallet({ id: idOf(43), label: 'Cold vault C', watch: false, status: 'throttled', throttledSince: ago(15) }),
];

const rules = [
  shownRule({
    id: idOf(60),
    name: 'Large payment out',
    ruleType: 'large_transfer',
    severity: 'critical',
    conditions: { side: 'sends', other_end: 'any', value_usd: { gte: '50000' } },
    cooldownMinutes: 0,
    firedCount: 12,
    audience: 4,
  }),
  shownRule({
    id: idOf(61),
    name: 'Any transfer',
    severity: 'info',
    firedCount: 123,
    suppressedCount: 34,
    audience: 1,
  }),
  shownRule({
    id: idOf(62),
    name: 'Tagged payments to the exchange account',
    ruleType: 'inbound_only',
    walletIds: [idOf(42)],
    conditions: { destination_tag: [4711, 4712], value_usd: { gte: '1000', lt: '50000' } },
    cooldownPer: 'rule',
    mutedUntil: ago(-90),
    muteReason: 'Migration',
  }),
  shownRule({
    id: idOf(63),
    name: 'Approvals',
    ruleType: 'approval',
    walletIds: [idOf(40), idOf(41)],
    conditions: { unlimited: true, spender_not_in: [FOREIGN] },
    isActive: false,
  }),
];

const deliveries = [
  shownDelivery({
    ...{ id: idOf(80), attempts: [attempt(1, 200, null)], status: 'delivered', createdAt: ago(1) },
    ...{ event: 'alert.acknowledged', webhookId: idOf(102) },
    alertSummary: 'Cold vault A paid 1,000 ETH (2,500,000.00 USD) to 0x2361…1E8f',
  }),
  shownDelivery({
    ...{ id: idOf(84), attempts: [attempt(1, 200, null)], status: 'delivered', createdAt: ago(2) },
    ...{ event: 'alert.summary', ruleId: null, eventId: null, webhookId: null, destinationId: idOf(120) },
    ...{ kind: 'telegram', channel: 'telegram', url: 'https://api.telegram.org/…Cr4K' },
    alertSummary: 'Ada acknowledged 127 more alerts',
  }),
  shownDelivery({
    id: idOf(81),
    createdAt: ago(59),
    status: 'retrying',
    alertSummary: 'Hot wallet received 12.5 USDC (12.50 USD) from 0x8617…070D',
    attempts: [attempt(1, 503, 'HTTP 503'), attempt(2, 503, 'HTTP 503')],
    error: 'HTTP 503',
    nextAttemptAt: ago(-12),
  }),
  shownDelivery({
    id: idOf(82),
    createdAt: ago(60 * 5),
    event: 'ping',
    kind: 'email',
    channel: 'email',
    ...{ webhookId: null, destinationId: idOf(121) },
    url: 'mailto:treasury@example.com',
    status: 'not_sent',
    error: 'The address is not confirmed',
  }),
  shownDelivery({
    id: idOf(83),
    createdAt: ago(60 * 24 * 2),
    url: 'https://hooks.example.com/services/of/a/receiver/with/a/long/path?token=hidden',
    status: 'failed',
    attempts: [
      attempt(1, null, 'connect ECONNREFUSED 192.0.2.1:443'),
      attempt(2, null, 'connect ECONNREFUSED 192.0.2.1:443'),
    ],
    error: 'connect ECONNREFUSED 192.0.2.1:443',
  }),
];

const webhooks = [
  aWebhook({ id: idOf(100), url: 'https://hooks.example.com/chainwatch', lastSuccessAt: ago(1) }),
  aWebhook({
    id: idOf(101),
    url: 'https://siem.example.com/services/collector/event?source=chainwatch',
    events: ['alert.fired', 'alert.retracted', 'alert.acknowledged', 'alert.resolved'],
    payload: 'full',
    match: { severities: ['critical'] },
    consecutiveFailures: 7,
    lastError: 'connect ECONNREFUSED 192.0.2.1:443',
  }),
  aWebhook({
    id: idOf(102),
    description: 'Old SIEM',
    url: 'https://old.example.com',
    isActive: false,
    disabledReason: 'Turned off after failures for five days',
    consecutiveFailures: 121,
  }),
];

const destinations = [
  aDestination({
    id: idOf(120),
    name: 'Council',
    kind: 'telegram',
    config: { botToken: '…Cr4K', chatId: '-1002233445566' },
    match: { severities: ['critical'], walletTypes: ['multisig', 'cold'] },
  }),
  aDestination({ id: idOf(121), name: 'Desk', kind: 'email', config: { address: 'desk@example.com' } }),
  aDestination({
    id: idOf(122),
    name: 'Pager of the operations team',
    kind: 'pagerduty',
    config: { routingKey: '…9f3a' },
    match: { ruleIds: [idOf(60), idOf(63)], walletIds: [idOf(40)], events: ['alert.fired', 'coverage.difference'] },
    isActive: false,
    disabledReason: 'The receiver answered 410 Gone',
  }),
];

/** Why a rule for the exchange account made no alert for a wallet. */
const decision = (walletId: string) => ({
  ...{ ruleId: idOf(62), ruleName: 'Tagged payments to the exchange account', outcome: 'not_matched' as const },
  ...{ reason: null, eventId: null, decidedAt: null },
  reasons: [{ condition: 'walletIds', expected: [idOf(42)], actual: walletId, passed: false }],
});

const counts = { delivered: 5, failed: 0, retrying: 0, pending: 0, not_sent: 0, summarised: 0 };
const stats = {
  ...{ from: ago(1440), to: ago(0), interval: 'hour' as const, buckets: [] },
  recipients: [
    { id: idOf(100), deliveries: counts },
    { id: null, deliveries: { ...counts, not_sent: 3 } },
  ],
};

const ada = { kind: 'key', id: idOf(50), name: 'Console of Ada' } as const;
const audit: AuditEntry[] = [
  {
    id: idOf(40),
    at: ago(3),
    actor: ada,
    action: 'update',
    resource: 'rule',
    resourceId: idOf(60),
    changes: [
      { path: 'cooldownMinutes', before: 5, after: 10 },
      { path: 'customSecret', before: '(changed)', after: '(changed)' },
    ],
    requestId: idOf(60),
  },
  {
    id: idOf(41),
    at: ago(70),
    actor: { kind: 'person', id: 'person:ravi', name: 'Ravi 資金' },
    action: 'acknowledge',
    resource: 'event',
    resourceId: idOf(21),
    changes: [{ path: 'status', before: 'open', after: 'acknowledged' }],
    requestId: idOf(61),
  },
  {
    id: idOf(42),
    at: ago(26 * 60),
    actor: { kind: 'system', id: null, name: null },
    action: 'update',
    resource: 'webhook',
    resourceId: idOf(102),
    changes: [{ path: 'isActive', before: true, after: false }],
    requestId: null,
  },
];

/** Chains that nobody records. The double counts wallets for polygon, and none for solana. */
const CHAINS_OF_NOBODY = ['solana', 'polygon'] as const;
const aChain = {
  ...{ family: 'evm' as const, nativeSymbol: 'ETH', nativeDecimals: 18 },
  ...{ chainId: 1, confirmations: 12, wrappedToken: null, explorer: null, addressExplorer: null },
  prices: { source: 'live' as const, nativeUsd: null },
};
const unwatched = {
  ...{ status: 'unwatched' as const, stopped: null, confirmations: 12, ranges: [], gaps: [], height: null, head: null },
  ...{ hash: null, timestamp: null, headAt: null, lag: null, recordedTo: null, valuesDelayedSince: null },
};

/** The answers of the API about one organisation. Where the order or the number says nothing, they are the examples. */
export const organisation: readonly FixedAnswer[] = [
  fixed(routes.listTransactions, listOf(...transactions, ...ownPayment, failedCall)),
  ...ownPayment.map((record) => fixed(routes.getTransaction, record, { id: record.id })),
  ...ownPayment.map(({ id, walletId }) => fixed(routes.listDecisions, { data: [decision(walletId)] }, { id })),
  fixed(routes.getSettings, {
    emails: ['treasury@example.com', 'desk@example.com'],
    emailStatus: [
      { address: 'treasury@example.com', status: 'confirmed', since: ago(900), reason: null },
      { address: 'desk@example.com', status: 'pending', since: ago(900), reason: null },
    ],
    slackWebhookUrl: null,
  }),
  fixed(routes.getStats, stats),
  fixed(routes.listEvents, listOf(...events)),
  ...events.map((event) => fixed(routes.getEvent, event, { id: event.id })),
  forQuery('.*type=cld', fixed(routes.listWallets, listOf())),
  forQuery('chain=solana', fixed(routes.listWallets, listOf())),
  fixed(routes.listWallets, listOf(...wallets)),
  ...wallets.map((wallet) => fixed(routes.getWallet, wallet, { id: wallet.id })),
  fixed(routes.listBalanceSums, {
    data: wallets.slice(0, 2).map(({ id }, n) => ({
      ...{ walletId: id, valueUsd: ['2512345.6789', '17500'][n] ?? null, isComplete: n === 0 },
      ...{ at: ago(5), lastTransactionAt: ago(1) },
    })),
  }),
  fixed(
    routes.listChains,
    listOf(...(['ethereum', ...CHAINS_OF_NOBODY] as const).map((id) => ({ ...aChain, id, name: id }))),
  ),
  ...CHAINS_OF_NOBODY.map((id) => fixed(routes.getCoverage, { ...unwatched, chain: id }, { id })),
  fixed(routes.listRules, listOf(...rules)),
  ...rules.map((rule) => fixed(routes.getRule, rule, { id: rule.id })),
  fixed(routes.listDeliveries, listOf(...deliveries)),
  fixed(routes.listWebhooks, listOf(...webhooks)),
  ...webhooks.map((webhook) => fixed(routes.getWebhook, webhook, { id: webhook.id })),
  fixed(routes.listDestinations, listOf(...destinations)),
  fixed(routes.listAudit, listOf(...audit)),
  ...exampleAnswers,
];
