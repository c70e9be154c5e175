import { type ChainId, isFungible } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import type { PriceSource } from '../prices/price.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { compare, multiply } from '../values/decimal.ts';
import type { OrganisationId } from '../values/ids.ts';
import { boundedApprovals, boundedAuthority } from './bounded-approvals.ts';
import { shownOf } from './primary-transfer.ts';
import type { RecordOptions, TransactionRepo } from './repo.ts';
import type { StoredTransaction, StoredTransfer } from './schema.ts';
import { transactionId } from './transaction-id.ts';

/** A record before it is stored: without an id, prices, notes and tags. A watcher's draft names its block. */
export type Draft = Omit<
  StoredTransaction,
  'id' | 'chain' | 'valueUsd' | 'transfers' | 'notes' | 'tags' | 'createdAt' | 'reorged' | 'inclusion' | 'revision'
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
  const transaction: StoredTransaction = {
    ...draft,
    id: transactionId(organisationId, draft.walletId, draft.hash),
    transfers,
    approvals: boundedApprovals(draft.approvals),
    authority: boundedAuthority(draft.authority),
    valueUsd: shownOf(draft, transfers)?.valueUsd ?? null,
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

/** A spam transaction may name hundreds of tokens. The price source would refuse so many calls at once. */
const PRICES_AT_ONCE = 8;

/** The transfers with their USD values at the time of the block; a value is null when no price is known. */
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
