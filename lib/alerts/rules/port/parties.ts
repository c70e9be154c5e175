import { anyMatchForm } from '../../../chains/any-address.ts';
import type { StoredTransaction, StoredTransfer } from '../../../transactions/schema.ts';
import { otherEndsOf } from '../../../transactions/transfer-side.ts';
import { isZero } from '../../../values/decimal.ts';
import { memoOf } from '../../../values/memo.ts';

/** The part of a record that names addresses. */
export type Parties = Pick<
  StoredTransaction,
  'fromAddress' | 'toAddress' | 'sender' | 'called' | 'furtherCalls' | 'transfers' | 'approvals'
>;

/**
 * Whether a transfer moves value. Token transfers without value cost an attacker nothing, and attackers send them to
 * poison address histories.
 */
export const hasValue = ({ amount, tokenAddress }: StoredTransfer): boolean => tokenAddress === null || !isZero(amount);

/** Every address that takes part in a transaction, once in each spelling, with its match form. */
export const partiesOf = memoOf(({ fromAddress, toAddress, sender, called, furtherCalls = [], transfers }: Parties) => {
  const ends = transfers.flatMap(({ from, to, senders = [] }) => [from, to, ...senders]);
  const parties = new Set(
    [fromAddress, toAddress, sender, called, ...furtherCalls.map(({ to }) => to), ...ends].filter(
      (party) => party !== null,
    ),
  );
  return [...parties].map((address) => ({ address, form: anyMatchForm(address) }));
});

/**
 * The other ends of the transfers, and the spenders of what the wallet approves. Transfers of nothing match no rule, so
 * nobody need know their ends.
 */
export const counterpartiesIn = ({ transfers, approvals }: Pick<Parties, 'transfers' | 'approvals'>): string[] => [
  ...transfers.filter(hasValue).flatMap(otherEndsOf),
  ...approvals.filter(({ isOwner }) => isOwner).map(({ spender }) => spender),
];
