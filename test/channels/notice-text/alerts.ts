import type { AlertEvent } from '../../../lib/alerts/events/schema.ts';
import type { Transaction } from '../../../lib/transactions/schema.ts';
import { sentenceOf } from '../../../lib/transactions/sentence.ts';
import {
  anApproval,
  anAuthorityChange,
  anEvent,
  anNftTransfer,
  aSubjectEvent,
  aTokenTransfer,
  aTransaction,
  aTransfer,
  NFT,
  OURS,
  THEIRS,
  type TransactionEvent,
  USDC,
} from '../../support/records.ts';

/** Events for the tests of messages. */

const bare = anEvent({
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  severity: 'critical',
  ruleType: 'large_transfer',
  transaction: aTransaction({
    direction: 'outbound',
    fromAddress: OURS,
    toAddress: THEIRS,
    tokenAmount: '1.5',
    valueUsd: '4500.2538',
    transfers: [aTransfer({ direction: 'outbound', from: OURS, to: THEIRS, amount: '1.5', valueUsd: '4500.2538' })],
  }),
});

const reasonsOf = (condition: string, expected: unknown, actual: unknown) => [
  { condition, expected, actual, passed: true },
];

export const event: TransactionEvent = {
  ...bare,
  summary: sentenceOf(bare.transaction, bare.transaction.wallet),
  reasons: reasonsOf('value_usd', { gte: 1000 }, '4500.2538'),
};

export const explorerUrl = `https://etherscan.io/tx/${event.transaction.hash}`;

export const withTransaction = (
  more: Partial<Transaction>,
  rest: Partial<TransactionEvent> = {},
): TransactionEvent => ({
  ...event,
  ...rest,
  transaction: { ...event.transaction, ...more },
});

const REASONS: Partial<Record<AlertEvent['ruleType'], AlertEvent['reasons']>> = {
  gas_spike: reasonsOf('gas_price_gwei', { gte: 100 }, '250.75'),
  frequency: reasonsOf('count', { gte: 10, window_minutes: 60 }, 12),
  outflow: [
    ...reasonsOf('left_usd', { gt: 50000, window_minutes: 60, per: 'wallet' }, '61234.5'),
    ...reasonsOf('left_unknown', 'known values', ['Claim at usdc-gift.com', 'SHIB']),
  ],
  balance: reasonsOf('below', '0.5', '0.25'),
  approval: reasonsOf('unlimited', true, true),
};

/** The alert with the sentence of its record, and with the reasons of its rule. */
const told = (each: TransactionEvent): TransactionEvent => ({
  ...each,
  summary: sentenceOf(each.transaction, each.transaction.wallet),
  reasons: REASONS[each.ruleType] ?? [],
});

export const retracted: TransactionEvent = { ...event, retractedAt: '2026-01-31T09:01:00.000Z' };

/** 100 USDC to the wallet. */
const token = { tokenSymbol: 'USDC', tokenAmount: '100', valueUsd: '100', transfers: [aTokenTransfer()] };
const inbound = { direction: 'inbound', fromAddress: THEIRS, toAddress: OURS } as const;
const call: Partial<Transaction> = {
  txType: 'contract_call',
  methodName: 'approve',
  tokenAmount: '0',
  valueUsd: '0',
  toAddress: USDC,
  transfers: [],
};

const alert = (...of: Parameters<typeof withTransaction>): TransactionEvent => told(withTransaction(...of));

/** An alert that no transaction caused. */
export const silent: AlertEvent = aSubjectEvent({
  ruleType: 'silence',
  ruleName: 'Payroll is late',
  subject: { walletId: bare.walletId, chain: null, asset: null, symbol: null, level: '24' },
  summary: 'Payroll received nothing for 24 hours',
  reasons: [
    ...reasonsOf('silence', { direction: 'inbound', hours: 24 }, { since: event.firedAt, until: event.firedAt }),
    ...reasonsOf('covered_to', event.firedAt, { ethereum: event.firedAt }),
  ],
});

/** An alert of each rule type that transactions make fire. */
export const alerts: Readonly<Record<Exclude<AlertEvent['ruleType'], 'silence'>, TransactionEvent>> = {
  any_transfer: alert({ ...inbound, ...token }, { ruleType: 'any_transfer', severity: 'info' }),
  large_transfer: event,
  token_transfer: alert(
    {
      ...inbound,
      ...token,
      tokenSymbol: 'Claim at usdc-gift.com',
      transfers: [aTokenTransfer({ asset: 'Claim at usdc-gift.com' })],
      valueUsd: null,
    },
    { ruleType: 'token_transfer', ruleName: 'Tokens', severity: 'warning' },
  ),
  inbound_only: alert(inbound, { ruleType: 'inbound_only', ruleName: 'Anything in' }),
  outbound_only: alert({ status: 'failed' }, { ruleType: 'outbound_only', ruleName: 'Anything out' }),
  contract_call: alert(call, { ruleType: 'contract_call', ruleName: 'Calls of <USDC> & others' }),
  method_call: alert(call, { ruleType: 'method_call', ruleName: '*Approvals*' }),
  address_blacklist: alert(
    {
      chain: 'xrp',
      hash: 'AB'.repeat(32),
      fromAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
      toAddress: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
      tokenSymbol: 'XRP',
      gasPriceGwei: null,
      destinationTag: 0,
      references: [
        { kind: 'source_tag', value: '4294967295', encoding: 'text', truncated: false },
        { kind: 'memo', value: 'Refund at xrp-gift.com', encoding: 'text', truncated: true },
        { kind: 'memo', value: 'FF00', encoding: 'hex', truncated: false },
        { kind: 'memo', value: 'a fourth', encoding: 'text', truncated: false },
      ],
    },
    { ruleType: 'address_blacklist', ruleName: 'Sanctioned' },
  ),
  gas_spike: alert({ gasPriceGwei: '250.75' }, { ruleType: 'gas_spike', ruleName: 'Expensive' }),
  frequency: alert(
    { chain: 'solana', hash: '5'.repeat(88), tokenSymbol: 'SOL', tokenAmount: '1.123456789', gasPriceGwei: null },
    { ruleType: 'frequency', ruleName: 'Many in an hour' },
  ),
  outflow: alert(
    {},
    {
      ruleType: 'outflow',
      ruleName: 'Drained',
      subject: { walletId: bare.walletId, chain: null, asset: null, symbol: null, level: '61234.5' },
    },
  ),
  balance: alert(
    {},
    {
      ruleType: 'balance',
      ruleName: 'Little left',
      subject: { walletId: bare.walletId, chain: 'ethereum', asset: 'native', symbol: 'ETH', level: '0.250000123456' },
    },
  ),
  contract_deploy: alert(
    { txType: 'contract_deploy', toAddress: null, tokenAmount: '0', valueUsd: '0', transfers: [] },
    { ruleType: 'contract_deploy', ruleName: 'Deployments' },
  ),
  token_mint: alert(
    { ...inbound, ...token, txType: 'token_mint', fromAddress: `0x${'0'.repeat(40)}` },
    { ruleType: 'token_mint', ruleName: 'Mints' },
  ),
  nft_transfer: alert(
    { ...inbound, tokenSymbol: 'BAYC', tokenAmount: '1', valueUsd: null, transfers: [anNftTransfer()] },
    { ruleType: 'nft_transfer', ruleName: 'Collectibles' },
  ),
  approval: alert(
    {
      ...call,
      approvals: [
        anApproval(),
        anApproval({ standard: 'Permit2', asset: 'DAI', amount: '1.5', unlimited: false, expiresAt: event.firedAt }),
        anApproval({ asset: 'BAYC', tokenAddress: NFT, tokenId: '7', amount: null, unlimited: false, approved: false }),
        anApproval({ asset: 'BAYC', tokenAddress: NFT, amount: null }),
      ],
    },
    { ruleType: 'approval', ruleName: 'Unlimited approvals' },
  ),
  authority_change: alert(
    {
      ...call,
      methodName: 'execTransaction',
      toAddress: OURS,
      authority: [
        anAuthorityChange(),
        anAuthorityChange({ kind: 'threshold_changed', after: '2' }),
        anAuthorityChange({ kind: 'ownership_transferred', subject: USDC, before: OURS }),
      ],
    },
    { ruleType: 'authority_change', ruleName: 'Owners of the Safe' },
  ),
};

/** An alert in which each text is `text`, as a tenant or the author of a token could choose it. */
export const saying = (text: string, more: Partial<TransactionEvent> = {}): TransactionEvent =>
  withTransaction(
    {
      hash: text,
      chain: text,
      tokenSymbol: text,
      tokenAmount: text,
      valueUsd: text,
      methodName: text,
      fromAddress: text,
      toAddress: text,
      references: [{ kind: 'memo', value: text, encoding: 'text', truncated: true }],
      wallet: { ...event.transaction.wallet, label: text },
      transfers: [aTokenTransfer({ asset: text, amount: text, tokenAddress: text })],
      approvals: [
        ...[text, null].map((tokenId) =>
          anApproval({ asset: text, tokenAddress: text, tokenId, owner: text, spender: text, amount: text }),
        ),
        anApproval({ asset: text, spender: text, amount: text, unlimited: false }),
      ],
      authority: [anAuthorityChange({ subject: text, before: text, after: text })],
    },
    { ruleName: text, ...more },
  );
