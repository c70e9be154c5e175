import { ChainId } from '../chains/registry.ts';
import type { Price, PricedAsset } from '../prices/price.ts';
import { type Headline, shownHeadline } from './primary-movement.ts';
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
 * The values of a record after the prices that failed were asked for again, and the headline that follows from them. A
 * value that is known stays.
 * @param before the transfers of the record, or all transfers of its transaction.
 * @param isLast whether nobody asks again: a price that fails now is given up, and its transfer has no value.
 */
export function withPrices(
  record: StoredTransaction,
  before: readonly StoredTransfer[],
  priceOf: PriceOf,
  isLast: boolean,
): { values: Headline & Pick<StoredTransaction, 'transfers' | 'valueStatus'>; isGivenUp: boolean } {
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
  const headline = shownHeadline(record, transfers);
  return { values: { ...headline, transfers, valueStatus: valueStatusOf(headline.valueUsd, transfers) }, isGivenUp };
}
