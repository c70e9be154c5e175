import { ChainId } from '../chains/registry.ts';
import type { Price, PricedAsset } from '../prices/price.ts';
import { shownOf } from './primary-transfer.ts';
import type { StoredTransaction, StoredTransfer } from './schema.ts';
import { valueAt, valueStatusOf } from './store.ts';

/** The prices at the minute of a block. */
export type PriceOf = (asset: PricedAsset) => Price;

const isPending = ({ valuePending }: Pick<StoredTransfer, 'valuePending'>): boolean => valuePending === true;

const assetOf = (chain: ChainId, { asset, tokenAddress }: StoredTransfer): PricedAsset => ({
  chain,
  tokenAddress,
  symbol: asset,
});

/** The assets of transfers whose prices failed. An asset may come several times. */
export const pendingAssets = (chain: string, transfers: readonly StoredTransfer[]): PricedAsset[] =>
  transfers.filter(isPending).map((transfer) => assetOf(ChainId.parse(chain), transfer));

/**
 * The values of a record after the prices that failed were asked for again. A value that is known stays.
 * @param before the transfers of the record, or all transfers of its transaction.
 * @param isLast whether nobody asks again: a price that fails now is given up, and its transfer has no value.
 */
export function withPrices(
  record: StoredTransaction,
  before: readonly StoredTransfer[],
  priceOf: PriceOf,
  isLast: boolean,
): { values: Pick<StoredTransaction, 'transfers' | 'valueUsd' | 'valueStatus'>; isGivenUp: boolean } {
  const chain = ChainId.parse(record.chain);
  let isGivenUp = false;
  const transfers = before.map((transfer) => {
    if (!isPending(transfer)) return transfer;
    const price = priceOf(assetOf(chain, transfer));
    const isLost = isLast && price.status === 'failed';
    isGivenUp ||= isLost;
    const { valuePending: _, ...rest } = transfer;
    return { ...rest, ...valueAt(rest, isLost ? { status: 'unpriced' } : price) };
  });
  const valueUsd = shownOf(record, transfers)?.valueUsd ?? null;
  return { values: { transfers, valueUsd, valueStatus: valueStatusOf(valueUsd, transfers) }, isGivenUp };
}
