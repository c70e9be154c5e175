import * as z from 'zod';
import { StoredTransaction, Transfer } from '../../../lib/transactions/schema.ts';
import { multiply } from '../../../lib/values/decimal.ts';
import type { Direction } from '../../../lib/values/fields.ts';

/** The part of a record that a case states. The other fields are the same in all cases. */
export const Seen = StoredTransaction.pick({
  direction: true,
  txType: true,
  tokenSymbol: true,
  tokenAmount: true,
  approvals: true,
  authority: true,
}).extend({ transfers: z.array(Transfer) });
export type Seen = ReturnType<typeof Seen.parse>;

/** The types of the rules of a test. Each rule matches everything of its type. */
export const RULE_TYPES = ['any_transfer', 'approval', 'authority_change'] as const;

/** What a watcher makes of a transaction. */
export interface Outcome {
  /** The record of each wallet by its label. A wallet that is missing here has no record. */
  readonly records: Readonly<Record<string, Seen>>;
  /** How many alert events the rules of each type fire. */
  readonly alerts: Partial<Record<(typeof RULE_TYPES)[number], number>>;
}

/** A record of a call by a stranger that neither moved value nor changed a right, with changes. */
export const seen = (more: Partial<Seen> = {}): Seen => ({
  direction: 'inbound',
  txType: 'contract_call',
  tokenSymbol: 'ETH',
  tokenAmount: '0',
  transfers: [],
  approvals: [],
  authority: [],
  ...more,
});

/** A record of a single movement that another account caused. */
export const paid = (transfer: Transfer, more: Partial<Seen> = {}): Seen =>
  seen({
    direction: transfer.direction,
    txType: 'transfer',
    tokenSymbol: transfer.asset,
    tokenAmount: transfer.amount,
    transfers: [transfer],
    ...more,
  });

const NATIVE = { asset: 'ETH', tokenAddress: null, tokenId: null, standard: 'native' };

/** A movement of ether. An ether costs 3,000 dollars. */
export const ether = (
  origin: 'value' | 'call',
  from: string,
  to: string,
  amount: string,
  direction: Direction,
): Transfer => ({
  ...NATIVE,
  from,
  to,
  amount,
  direction,
  origin,
  valueUsd: multiply(amount, '3000'),
  lookalike: null,
});

/** A fungible token without a price. */
export interface Token {
  readonly asset: string;
  readonly tokenAddress: string;
}

/** A movement of a token, which the contract of the token logged. */
export const tokens = (
  { asset, tokenAddress }: Token,
  from: string,
  to: string,
  amount: string,
  direction: Direction,
): Transfer => {
  const token = { asset, tokenAddress, tokenId: null, standard: 'ERC-20', valueUsd: null };
  return { ...token, from, to, amount, direction, origin: 'log', lookalike: null };
};
