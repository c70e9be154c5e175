import { type AlertEvent, NOT_REVIEWED } from '../../lib/alerts/events/schema.ts';
import type { Evaluated } from '../../lib/alerts/rules/port/rule-type.ts';
import type { StoredRule } from '../../lib/alerts/rules/schema.ts';
import type { StoredDifference } from '../../lib/balances/schema.ts';
import type { DecodedTransaction } from '../../lib/chains/port/chain.ts';
import type { Fields } from '../../lib/channels/port/channel-fields.ts';
import type { StoredDestination } from '../../lib/channels/port/destination.ts';
import type { StoredDelivery } from '../../lib/deliveries/schema.ts';
import type { PriceSource } from '../../lib/prices/price.ts';
import {
  type AuthorityChange,
  type Reference,
  type StoredApproval,
  type StoredTransaction,
  Transaction,
  type Transfer,
} from '../../lib/transactions/schema.ts';
import { sentenceOf } from '../../lib/transactions/sentence.ts';
import type { Draft } from '../../lib/transactions/store.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import type { StoredWallet } from '../../lib/wallets/schema.ts';
import type { StoredWebhook } from '../../lib/webhooks/schema.ts';

/** Records for tests without a table. Each record is complete and valid. A test changes the fields under test. */

export const organisation = OrganisationId.parse('0f9f4b1e-6a52-4a8e-9a5e-0d4c6d1a2b3c');
export const at = '2026-01-31T09:00:00.000Z';
/** A different id for each number. */
export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const OURS = '0x52908400098527886E0F7030069857D2E4169EE7';
export const THEIRS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const NFT = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D';

/** 1 ETH, worth 3,000 USD, to the wallet. */
export const aTransfer = (more: Partial<Transfer> = {}): Transfer => ({
  asset: 'ETH',
  tokenAddress: null,
  tokenId: null,
  standard: 'native',
  from: THEIRS,
  to: OURS,
  amount: '1',
  valueUsd: '3000',
  direction: 'inbound',
  origin: 'value',
  lookalike: null,
  ...more,
});

/** 100 USDC to the wallet. */
export const aTokenTransfer = (more: Partial<Transfer> = {}): Transfer =>
  aTransfer({
    asset: 'USDC',
    tokenAddress: USDC,
    standard: 'ERC-20',
    amount: '100',
    valueUsd: '100',
    origin: 'log',
    ...more,
  });

/** A non-fungible token with the id 7 to the wallet. */
export const anNftTransfer = (more: Partial<Transfer> = {}): Transfer =>
  aTransfer({
    asset: 'BAYC',
    tokenAddress: NFT,
    tokenId: '7',
    standard: 'ERC-721',
    valueUsd: null,
    origin: 'log',
    ...more,
  });

/** The wallet lets a spender move any amount of USDC. */
export const anApproval = (more: Partial<StoredApproval> = {}): StoredApproval => ({
  standard: 'ERC-20',
  asset: 'USDC',
  tokenAddress: USDC,
  tokenId: null,
  owner: OURS,
  spender: THEIRS,
  amount: String(2n ** 256n - 1n),
  unlimited: true,
  approved: true,
  expiresAt: null,
  isOwner: true,
  ...more,
});

/** The wallet gains an owner. */
export const anAuthorityChange = (more: Partial<AuthorityChange> = {}): AuthorityChange => ({
  kind: 'owner_added',
  subject: OURS,
  before: null,
  after: THEIRS,
  ...more,
});

export const aMemo: Reference = { kind: 'memo', value: 'Invoice 4711', encoding: 'text', truncated: false };

export const aStoredTransaction = (more: Partial<StoredTransaction> = {}): StoredTransaction => ({
  id: uuid(1),
  walletId: uuid(2),
  hash: `0x${'ab'.repeat(32)}`,
  chain: 'ethereum',
  blockNumber: 19_000_000,
  blockTimestamp: at,
  direction: 'inbound',
  txType: 'transfer',
  status: 'success',
  fromAddress: THEIRS,
  toAddress: OURS,
  tokenSymbol: 'ETH',
  tokenAmount: '1',
  valueUsd: '3000',
  valueStatus: 'known',
  methodName: null,
  blockHash: null,
  reorged: false,
  inclusion: 0,
  firstInclusion: 0,
  revision: 0,
  methodSelector: null,
  sender: null,
  called: null,
  gasPriceGwei: '20',
  feeAmount: '0.00042',
  destinationTag: null,
  references: [],
  transfers: [aTransfer()],
  detail: 'full',
  approvals: [],
  authority: [],
  omitted: { transfers: 0, approvals: 0, authority: 0 },
  effects: null,
  verified: false,
  notes: '',
  tags: [],
  annotatedBy: null,
  annotatedByName: null,
  source: 'import',
  createdAt: '2026-01-31T09:00:05.000Z',
  ...more,
});

/** A source of prices that prices nothing. */
export const noPrices: PriceSource = {
  pricesAt: async (assets) => assets.map(() => ({ status: 'unpriced' })),
};

/** The draft that a watcher makes of this transaction. */
export function aDraft(more: Partial<Draft> = {}): Draft {
  const {
    id: _,
    notes: _n,
    effects: _e,
    tags: _t,
    createdAt: _c,
    reorged: _r,
    inclusion: _i,
    firstInclusion: _f,
    ...rest
  } = aStoredTransaction();
  const { valueUsd: _v, ...transfer } = aTransfer();
  const { valueUsd: _u, valueStatus: _s, omitted: _o, ...draft } = { ...rest, transfers: [transfer] };
  return { ...draft, chain: 'ethereum', blockHash: blockHash('a'), source: 'watch', verified: true, ...more };
}

/** A block hash that repeats this letter. */
export const blockHash = (letter: string): string => `0x${letter.repeat(64)}`;

/** A transaction as rules evaluate it. */
export const evaluated = (more: Partial<Evaluated> = {}): Evaluated => aStoredTransaction(more);

/** A transaction as the API answers it. */
export function aTransaction(more: Partial<Transaction> = {}): Transaction {
  const wallet = { label: 'Treasury', type: 'hot', color: '#2563eb', tags: [], externalId: null };
  const stored = aStoredTransaction();
  const summary = sentenceOf(stored, wallet);
  return { ...Transaction.parse({ ...stored, wallet, summary }), ...more };
}

export const aWallet = (more: Partial<StoredWallet> = {}): StoredWallet => ({
  id: uuid(2),
  label: 'Treasury',
  type: 'hot',
  color: '#2563eb',
  address: OURS,
  destinationTag: null,
  chains: ['ethereum'],
  watch: true,
  tags: [],
  externalId: null,
  managedBy: null,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
  ...more,
});

/** With the fields of the channels. */
export const aRule = (more: Partial<StoredRule> & Fields = {}): StoredRule & Fields => ({
  id: uuid(3),
  name: 'Large transfer',
  ruleType: 'any_transfer',
  severity: 'warning',
  walletIds: [],
  walletTags: [],
  walletTypes: [],
  conditions: {},
  notifyEmail: false,
  notifySlack: false,
  notifyWebhook: false,
  customWebhookUrl: null,
  cooldownMinutes: 5,
  cooldownPer: 'wallet',
  isActive: true,
  version: 1,
  sealedCustomSecret: null,
  createdAt: at,
  updatedAt: at,
  ...more,
});

/** An alert that a transaction caused. */
export type TransactionEvent = AlertEvent & { transactionId: string; transaction: Transaction };

export const anEvent = (more: Partial<TransactionEvent> = {}): TransactionEvent => ({
  id: uuid(4),
  ruleId: uuid(3),
  ruleName: 'Large transfer',
  ruleType: 'any_transfer',
  severity: 'warning',
  status: 'open',
  firedAt: '2026-01-31T09:00:06.000Z',
  transactionId: uuid(1),
  walletId: uuid(2),
  wallet: (more.transaction ?? aTransaction()).wallet,
  transaction: aTransaction(),
  subject: null,
  summary: aTransaction().summary,
  reasons: [{ condition: 'transfer', expected: 'a transfer of value', actual: '1 ETH', passed: true }],
  suppressed: { count: 0, largestUsd: null },
  ...NOT_REVIEWED,
  ...more,
});

/** An alert that no transaction caused. */
export const aSubjectEvent = (more: Partial<AlertEvent> = {}): AlertEvent => ({
  ...anEvent(),
  transactionId: null,
  transaction: null,
  subject: { walletId: uuid(2), chain: 'ethereum', asset: 'native', symbol: 'ETH', level: '0.25' },
  summary: 'Treasury holds 0.25 ETH',
  reasons: [{ condition: 'below', expected: '1', actual: '0.25', passed: true }],
  ...more,
});

/** A destination of Discord that hears of all alerts. */
export const aDestination = (more: Partial<StoredDestination> = {}): StoredDestination => ({
  id: uuid(9),
  name: 'Treasury desk',
  kind: 'discord',
  config: { url: '…last' },
  url: 'https://discord.com/…last',
  sealedSecret: 'sealed',
  match: {},
  isActive: true,
  disabledReason: null,
  disabledBy: null,
  createdAt: at,
  updatedAt: at,
  ...more,
});

export const aWebhook = (more: Partial<StoredWebhook> = {}): StoredWebhook => ({
  id: uuid(5),
  url: 'https://receiver.example/hook',
  events: ['alert.fired'],
  description: '',
  payload: 'standard',
  match: {},
  headers: {},
  sealedHeaders: null,
  isActive: true,
  disabledReason: null,
  sealedSecret: 'sealed',
  previousSecrets: [],
  disabledBy: null,
  consecutiveFailures: 0,
  failingSince: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastError: null,
  createdAt: at,
  updatedAt: at,
  ...more,
});

/** A delivery to a subscription, claimed for its first attempt. */
export const aDelivery = (more: Partial<StoredDelivery> = {}): StoredDelivery => ({
  id: uuid(6),
  organisationId: organisation,
  webhookId: uuid(5),
  ruleId: uuid(3),
  eventId: uuid(4),
  eventKind: 'alert.fired',
  channel: { kind: 'webhook', webhookId: uuid(5) },
  url: 'https://receiver.example/hook',
  body: '{"event":"alert.fired"}',
  status: 'pending',
  generation: 1,
  attemptsMade: 0,
  generationStart: 0,
  attempts: [],
  nextAttemptAt: at,
  leaseUntil: '2026-01-31T09:00:45.000Z',
  createdAt: at,
  deliveredAt: null,
  ...more,
});

/** The wallet has 7 ETH more than its records say, and nothing explains why. */
export const aDifference = (more: Partial<StoredDifference> = {}): StoredDifference => ({
  id: uuid(7),
  walletId: uuid(2),
  chain: 'ethereum',
  asset: 'ETH',
  tokenAddress: null,
  expected: '1',
  actual: '8',
  difference: '7',
  fromHeight: 19_000_000,
  toHeight: 19_000_000,
  blockHash: blockHash('a'),
  fromTime: at,
  toTime: at,
  recorded: '0',
  status: 'open',
  explanation: null,
  transactionIds: [],
  createdAt: '2026-01-31T09:00:06.000Z',
  explainedAt: null,
  deliveryIds: [],
  ...more,
});

/** 1 ETH to our wallet, as decoded from the chain. */
export const aDecoded = (more: Partial<DecodedTransaction> = {}): DecodedTransaction => ({
  chain: 'ethereum',
  hash: `0x${'ab'.repeat(32)}`,
  blockNumber: 19_000_000,
  blockTimestamp: at,
  status: 'success',
  fromAddress: THEIRS,
  toAddress: OURS,
  kind: 'transfer',
  methodName: null,
  methodSelector: null,
  gasPriceGwei: '20.5',
  feeAmount: '0.0004305',
  movements: [
    { asset: 'ETH', tokenAddress: null, tokenId: null, standard: 'native', from: THEIRS, to: OURS, amount: '1' },
  ],
  ...more,
});
