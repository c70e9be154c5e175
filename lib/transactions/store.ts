import { type ChainId, isFungible } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import type { Price, PriceSource } from '../prices/price.ts';
import { compare, multiply } from '../values/decimal.ts';
import type { OrganisationId } from '../values/ids.ts';
import { boundedApprovals, boundedAuthority } from './bounded-approvals.ts';
import { shownOf } from './primary-transfer.ts';
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
  | 'notes'
  | 'tags'
  | 'createdAt'
  | 'reorged'
  | 'inclusion'
  | 'revision'
> & {
  readonly chain: ChainId;
  readonly transfers: readonly UnpricedTransfer[];
};
export type UnpricedTransfer = Omit<StoredTransfer, 'valueUsd' | 'valuePending'>;

export interface RecordDeps {
  readonly transactions: Pick<TransactionRepo, 'record'>;
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
  const transfers = await priced(deps.prices, draft.chain, draft.blockTimestamp, bounded(draft));
  const approvals = boundedApprovals(draft.approvals);
  const authority = boundedAuthority(draft.authority);
  const valueUsd = shownOf(draft, transfers)?.valueUsd ?? null;
  const transaction: StoredTransaction = {
    ...draft,
    id: transactionId(organisationId, draft.walletId, draft.hash),
    transfers,
    approvals,
    authority,
    valueUsd,
    valueStatus: valueStatusOf(valueUsd, transfers),
    omitted: {
      transfers: draft.transfers.length - transfers.length,
      approvals: draft.approvals.length - approvals.length,
      authority: draft.authority.length - authority.length,
    },
    reorged: false,
    inclusion: 0,
    revision: 0,
    notes: '',
    tags: [],
    createdAt: deps.now().toISOString(),
  };
  return deps.transactions.record(organisationId, transaction, how);
}

/**
 * An item holds 400 KB, and one spam transaction can send a wallet thousands of token ids. Above this limit, `bounded`
 * drops non-fungible tokens first, then the small amounts of each asset, so that dust hides no transfer from the rules.
 * The primary transfer always stays, because the record shows it. The kept transfers keep their order.
 */
const MOST_TRANSFERS = 500;

function bounded(draft: Draft): readonly UnpricedTransfer[] {
  const { transfers } = draft;
  if (transfers.length <= MOST_TRANSFERS) return transfers;
  log.warn('transaction.transfers_bounded', { transfers: transfers.length });
  const primary = shownOf(draft, transfers);
  const place = placesByAmount(transfers);
  const rank = (transfer: UnpricedTransfer) => (transfer === primary ? -1 : isFungible(transfer.standard) ? 0 : 1);
  const first = transfers.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b));
  const kept = new Set(first.slice(0, MOST_TRANSFERS));
  return transfers.filter((transfer) => kept.has(transfer));
}

/** The rank of a transfer among the transfers of its asset by amount; the greatest amount has rank 0. */
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

/** The state of a record's value. A record waits while any of its transfers waits: rules look at each transfer. */
const valueStatusOf = (valueUsd: string | null, transfers: readonly StoredTransfer[]): ValueStatus => {
  if (transfers.some(({ valuePending }) => valuePending)) return 'pending';
  return valueUsd === null ? 'unpriced' : 'known';
};

/** The transfers with their USD values at the time of the block. Asks for the price of each asset once. */
export async function priced(
  prices: PriceSource,
  chain: ChainId,
  blockTimestamp: string,
  transfers: readonly UnpricedTransfer[],
): Promise<StoredTransfer[]> {
  const assets = new Map(
    transfers
      .filter(({ standard }) => isFungible(standard))
      .map(({ asset: symbol, tokenAddress }) => [
        assetKey({ asset: symbol, tokenAddress }),
        { chain, tokenAddress, symbol },
      ]),
  );
  const found = assets.size === 0 ? [] : await prices.pricesAt([...assets.values()], new Date(blockTimestamp));
  const priceOf = new Map([...assets.keys()].map((key, n) => [key, found[n]]));
  return transfers.map((transfer) => ({
    ...transfer,
    ...valueAt(transfer, isFungible(transfer.standard) ? priceOf.get(assetKey(transfer)) : undefined),
  }));
}

const assetKey = ({ asset, tokenAddress }: Pick<Transfer, 'asset' | 'tokenAddress'>): string =>
  JSON.stringify([tokenAddress, asset]);

function valueAt(
  { amount }: UnpricedTransfer,
  price: Price | undefined,
): Pick<StoredTransfer, 'valueUsd' | 'valuePending'> {
  if (price?.status === 'known') return { valueUsd: multiply(amount, price.usd) };
  return { valueUsd: null, ...(price?.status === 'failed' && { valuePending: true }) };
}
