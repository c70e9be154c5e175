import { NATIVE } from '../chains/port/chain.ts';
import { type ChainId, isFungible } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import type { PriceSource } from '../prices/price.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { compare, multiply } from '../values/decimal.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import type { HowRecorded, TransactionRepo } from './repo.ts';
import type { StoredTransaction, StoredTransfer, Transfer } from './schema.ts';

/** A transaction that is to be recorded: no id, no prices, nothing a person wrote. A watcher's names its block. */
export type Draft = Omit<
  StoredTransaction,
  'id' | 'chain' | 'valueUsd' | 'transfers' | 'notes' | 'tags' | 'createdAt' | 'reorged' | 'inclusion'
> & {
  readonly chain: ChainId;
  readonly transfers: readonly UnpricedTransfer[];
};
export type UnpricedTransfer = Omit<StoredTransfer, 'valueUsd'>;

export interface RecordDeps {
  readonly transactions: Pick<TransactionRepo, 'record'>;
  readonly prices: PriceSource;
  now(): Date;
}

/** The identity of a record: one per organisation, wallet and canonical hash. */
export const transactionId = (organisationId: OrganisationId, walletId: string, hash: string): string =>
  derivedId('transaction', organisationId, walletId, hash);

/**
 * The one way in for transactions, import's and the watchers'. Prices the transfers and stores the record once; the
 * table's stream takes it from there. A watcher's draft also puts a record that is there into its block (`foundAgain`).
 * @throws BlockReplacedError when the block is no longer the one at its height.
 */
export async function recordTransaction(
  deps: RecordDeps,
  organisationId: OrganisationId,
  draft: Draft,
  how: HowRecorded = {},
) {
  const transfers = await priced(deps.prices, draft.chain, draft.blockTimestamp, bounded(draft.transfers));
  const transaction: StoredTransaction = {
    ...draft,
    id: transactionId(organisationId, draft.walletId, draft.hash),
    transfers,
    valueUsd: primaryOf(transfers)?.valueUsd ?? null,
    reorged: false,
    inclusion: 0,
    notes: '',
    tags: [],
    createdAt: deps.now().toISOString(),
  };
  return deps.transactions.record(organisationId, transaction, how);
}

/**
 * An item holds 400 KB, and one spam transaction can send a wallet thousands of token ids. Beyond this many, single
 * tokens give way to money, and small amounts of an asset to great ones, so that nobody hides a transfer from the rules
 * behind dust. The primary transfer stays, as the record is summed up by it; what is left keeps its order.
 */
const MOST_TRANSFERS = 500;

function bounded(transfers: readonly UnpricedTransfer[]): readonly UnpricedTransfer[] {
  if (transfers.length <= MOST_TRANSFERS) return transfers;
  log.warn('transaction.transfers_bounded', { transfers: transfers.length });
  const primary = primaryOf(transfers);
  const place = placesByAmount(transfers);
  const rank = (transfer: UnpricedTransfer) => (transfer === primary ? -1 : isFungible(transfer.standard) ? 0 : 1);
  const first = transfers.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b));
  const kept = new Set(first.slice(0, MOST_TRANSFERS));
  return transfers.filter((transfer) => kept.has(transfer));
}

/** Where a transfer stands among those of its asset, the greatest amount at 0. */
function placesByAmount(transfers: readonly UnpricedTransfer[]): (transfer: UnpricedTransfer) => number {
  const assets = Map.groupBy(transfers, ({ standard, tokenAddress, asset }) => `${standard} ${tokenAddress} ${asset}`);
  const places = new Map<UnpricedTransfer, number>();
  for (const same of assets.values()) {
    for (const [place, transfer] of same.toSorted((a, b) => compare(b.amount, a.amount)).entries()) {
      places.set(transfer, place);
    }
  }
  return (transfer) => places.get(transfer) ?? 0;
}

/**
 * A spam transaction may name hundreds of tokens; the source of prices would limit the rate, and none would have a
 * price.
 */
const PRICES_AT_ONCE = 8;

/** The transfers with their USD values at the time of the block; null where no price is known. */
export function priced(
  prices: PriceSource,
  chain: ChainId,
  blockTimestamp: string,
  transfers: readonly UnpricedTransfer[],
): Promise<StoredTransfer[]> {
  const at = new Date(blockTimestamp);
  return mapConcurrent(transfers, PRICES_AT_ONCE, async (transfer) => {
    const { asset: symbol, tokenAddress, standard, amount } = transfer;
    const price = isFungible(standard) ? await prices.priceAt({ chain, tokenAddress, symbol }, at) : null;
    return { ...transfer, valueUsd: price === null ? null : multiply(amount, price) };
  });
}

/** The transfer a record is summed up by: the native one when it is not zero, else the first in on-chain order. */
export const primaryOf = <T extends Pick<Transfer, 'standard' | 'amount'>>(transfers: readonly T[]): T | undefined =>
  transfers.find(({ standard, amount }) => standard === NATIVE && compare(amount, '0') > 0) ?? transfers[0];
