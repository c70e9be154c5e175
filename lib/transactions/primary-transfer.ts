import { NATIVE } from '../chains/port/chain.ts';
import { compare, isZero } from '../values/decimal.ts';
import type { Transfer } from './schema.ts';

type Candidate = Pick<Transfer, 'standard' | 'tokenAddress' | 'asset' | 'amount'>;

/**
 * The transfer that the record shows: of the native asset if the native asset moved, otherwise of the asset of the
 * first transfer on chain. Of several transfers of this asset, the greatest, and of equal transfers the first.
 */
export function primaryOf<T extends Candidate>(transfers: readonly T[]): T | undefined {
  const first = transfers.find(({ standard, amount }) => standard === NATIVE && !isZero(amount)) ?? transfers[0];
  if (first === undefined) return undefined;
  return transfers
    .filter((transfer) => isSameAsset(transfer, first))
    .reduce((greatest, transfer) => (compare(transfer.amount, greatest.amount) > 0 ? transfer : greatest), first);
}

/**
 * The transfer that a finished record shows. Its choice may have passed over the rent of an account, which a transfer
 * does not state. So the transfer with the symbol and the amount of the record wins.
 */
export function shownOf<T extends Candidate>(
  { tokenSymbol, tokenAmount }: { readonly tokenSymbol: string; readonly tokenAmount: string },
  transfers: readonly T[],
): T | undefined {
  const shown = transfers.filter(({ asset, amount }) => asset === tokenSymbol && amount === tokenAmount);
  return primaryOf(shown.length > 0 ? shown : transfers);
}

const isSameAsset = (a: Candidate, b: Candidate): boolean =>
  a.standard === b.standard && a.tokenAddress === b.tokenAddress && a.asset === b.asset;
