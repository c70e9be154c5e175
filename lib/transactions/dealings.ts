import { anyMatchForm } from '../chains/any-address.ts';
import { compare, isZero } from '../values/decimal.ts';
import type { StoredApproval, StoredTransaction, StoredTransfer } from './schema.ts';
import { otherEndsOf, sideOf } from './transfer-side.ts';

/** How a wallet deals with a counterparty: it pays, it is paid, or it lets the counterparty spend. */
export type Way = 'out' | 'in' | 'spender';

/** That a wallet deals with a counterparty. */
export interface Dealing {
  readonly way: Way;
  /** The address of the counterparty, in match form. */
  readonly form: string;
  /** Whether the dealing makes the counterparty known to the wallet. */
  readonly isProof: boolean;
}

/** The names of a dealing in a set: two records with the same name deal alike. */
export const dealingName = ({ way, form }: Pick<Dealing, 'way' | 'form'>): string => `${way} ${form}`;

/** What a transfer has to be worth before its sender, who is a stranger, is known. */
const LEAST_USD = '1';

/** The dealings of a transfer. None for a payment of the wallet to itself. */
export function dealingsOfTransfer(
  transfer: StoredTransfer,
  { unsigned }: Pick<StoredTransaction, 'unsigned'>,
): readonly Dealing[] {
  const way = sideOf(transfer) === 'receives' ? 'in' : 'out';
  if (sideOf(transfer) === 'both' || transfer.isHeld) return [];
  const isProof = isProven(transfer, way, unsigned ?? false);
  return otherEndsOf(transfer)
    .filter((address) => address !== '')
    .map((address) => ({ way, form: anyMatchForm(address), isProof }));
}

/**
 * Whether a transfer proves that the two ends have dealt with each other. A stranger can send dust, can send tokens
 * that are worth nothing, and can state any movement of a token of the stranger's own contract.
 */
function isProven({ amount, tokenAddress, valueUsd, isRent }: StoredTransfer, way: Way, unsigned: boolean): boolean {
  if (isZero(amount) || isRent) return false;
  if (!unsigned) return true;
  if (way === 'out') return tokenAddress === null || valueUsd !== null;
  return valueUsd === null ? tokenAddress === null : compare(valueUsd, LEAST_USD) >= 0;
}

/** The dealing of an approval by the wallet; none for another approval. */
export const dealingsOfApproval = (
  { isOwner, spender, approved }: StoredApproval,
  { unsigned }: Pick<StoredTransaction, 'unsigned'>,
): readonly Dealing[] =>
  isOwner ? [{ way: 'spender', form: anyMatchForm(spender), isProof: approved && !unsigned }] : [];

/** Every dealing of a transaction, each once. Those that prove something come first. */
export function dealingsOf(
  transaction: Pick<StoredTransaction, 'transfers' | 'approvals' | 'unsigned'>,
): readonly Dealing[] {
  const all = [
    ...transaction.transfers.flatMap((transfer) => dealingsOfTransfer(transfer, transaction)),
    ...transaction.approvals.flatMap((approval) => dealingsOfApproval(approval, transaction)),
  ];
  const proven = all.filter(({ isProof }) => isProof);
  const byName = new Map([...proven, ...all].toReversed().map((each) => [dealingName(each), each]));
  return [...byName.values()].toSorted((a, b) => Number(b.isProof) - Number(a.isProof));
}
