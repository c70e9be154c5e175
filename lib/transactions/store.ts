import { type ChainId, isFungible } from '../chains/registry.ts';
import type { Price, PriceSource } from '../prices/price.ts';
import { multiply } from '../values/decimal.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { Bounded } from './bounded-record.ts';
import { shownHeadline } from './primary-movement.ts';
import type { RecordOptions, TransactionRepo } from './repo.ts';
import type { StoredTransaction, StoredTransfer, Transfer, ValueStatus } from './schema.ts';
import { transactionId } from './transaction-id.ts';

/** A record before it is stored: without an id, prices, notes and tags. A watcher's draft names its block. */
export type Draft = Omit<
  StoredTransaction,
  | 'id'
  | 'chain'
  | 'valueUsd'
  | 'valueStatus'
  | 'transfers'
  | 'omitted'
  | 'effects'
  | 'notes'
  | 'tags'
  | 'annotatedBy'
  | 'annotatedByName'
  | 'createdAt'
  | 'reorged'
  | 'inclusion'
  | 'firstInclusion'
  | 'revision'
> & {
  readonly chain: ChainId;
  readonly transfers: readonly UnpricedTransfer[];
};
export type UnpricedTransfer = Omit<StoredTransfer, 'valueUsd' | 'valuePending'>;

export interface RecordDeps {
  readonly transactions: Pick<TransactionRepo, 'record' | 'withLookalikes'>;
  readonly bounded: Bounded;
  readonly prices: PriceSource;
  now(): Date;
}

/**
 * Records a transaction: imports and watchers both call this function. Prices the transfers and stores the record once;
 * the stream of the table starts the evaluation. When the record exists, a watcher's draft sets the block of the
 * record.
 * @throws BlockReplacedError when another block has replaced the draft's block.
 */
export async function recordTransaction(
  deps: RecordDeps,
  organisationId: OrganisationId,
  draft: Draft,
  how: RecordOptions = {},
) {
  const transfers = await priced(deps.prices, draft.chain, draft.blockTimestamp, draft.transfers);
  const headline = shownHeadline(draft, transfers);
  const transaction: StoredTransaction = await deps.transactions.withLookalikes(organisationId, {
    ...draft,
    ...headline,
    id: transactionId(organisationId, draft.walletId, draft.hash),
    transfers,
    valueStatus: valueStatusOf(headline.valueUsd, transfers),
    omitted: { transfers: 0, approvals: 0, authority: 0 },
    effects: null,
    reorged: false,
    inclusion: 0,
    firstInclusion: 0,
    revision: 0,
    notes: '',
    tags: [],
    annotatedBy: null,
    annotatedByName: null,
    createdAt: deps.now().toISOString(),
  });
  return deps.transactions.record(organisationId, await deps.bounded(organisationId, transaction), how);
}

/** The state of a record's value. A record waits while any of its transfers waits: rules look at each transfer. */
export const valueStatusOf = (valueUsd: string | null, transfers: readonly StoredTransfer[]): ValueStatus => {
  if (transfers.some(({ valuePending }) => valuePending)) return 'pending';
  return valueUsd === null ? 'unpriced' : 'known';
};

/** Whether a price can give a value. A price of a whole unit says nothing of an amount in the smallest unit. */
const canHaveValue = ({ standard, isRaw }: Pick<StoredTransfer, 'standard' | 'isRaw'>): boolean =>
  isFungible(standard) && !isRaw;

/** The transfers with their USD values at the time of the block. Asks for the price of each asset once. */
export async function priced(
  prices: PriceSource,
  chain: ChainId,
  blockTimestamp: string,
  transfers: readonly UnpricedTransfer[],
): Promise<StoredTransfer[]> {
  const assets = new Map(
    transfers
      .filter(canHaveValue)
      .map(({ asset: symbol, tokenAddress }) => [
        assetKey({ asset: symbol, tokenAddress }),
        { chain, tokenAddress, symbol },
      ]),
  );
  const found = assets.size === 0 ? [] : await prices.pricesAt([...assets.values()], new Date(blockTimestamp));
  const priceOf = new Map([...assets.keys()].map((key, n) => [key, found[n]]));
  return transfers.map((transfer) => ({
    ...transfer,
    ...valueAt(transfer, canHaveValue(transfer) ? priceOf.get(assetKey(transfer)) : undefined),
  }));
}

const assetKey = ({ asset, tokenAddress }: Pick<Transfer, 'asset' | 'tokenAddress'>): string =>
  JSON.stringify([tokenAddress, asset]);

export function valueAt(
  { amount }: UnpricedTransfer,
  price: Price | undefined,
): Pick<StoredTransfer, 'valueUsd' | 'valuePending'> {
  if (price?.status === 'known') return { valueUsd: multiply(amount, price.usd) };
  return { valueUsd: null, ...(price?.status === 'failed' && { valuePending: true }) };
}
