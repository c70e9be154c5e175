import { matchForm } from '../chains/address.ts';
import { NATIVE } from '../chains/port/chain.ts';
import { type ChainId, isFungible } from '../chains/registry.ts';
import type { TransactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import type { UnpricedTransfer } from '../transactions/store.ts';
import { viewOf } from '../transactions/view.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { minus, sum } from '../values/decimal.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { BlockRepo } from '../watch/block-records.ts';
import { isDataError, skipDataErrors } from '../watch/data-errors.ts';
import type { DeferredPacks } from '../watch/deferred-packs.ts';
import type { RecordRef } from '../watch/schema.ts';

/** What a recorded transaction changed in the balances of an address. */
export interface RecordedChange {
  readonly height: number;
  readonly transactionHash: string;
  /** Signed, in whole units, with the fee if the address paid the fee. */
  readonly native: string;
  readonly tokens: readonly TokenChange[];
}

export interface TokenChange {
  readonly tokenAddress: string;
  readonly asset: string;
  readonly amount: string;
  /** As in `Movement`. */
  readonly isRaw?: true;
}

export interface RecordedChangesDeps {
  readonly blocks: Pick<BlockRepo, 'between' | 'partsBetween'>;
  readonly deferred: Pick<DeferredPacks, 'between'>;
  readonly transactions: Pick<TransactionRepo, 'findAll' | 'whole'>;
  readonly wallets: Pick<WalletRepo, 'byId'>;
}

/** Blocks whose records are read at once: some 300 bytes each, and more where many wallets moved. */
const BLOCKS_AT_ONCE = 2_000;
/** Records that are read one by one at a time. */
const RECORDS_AT_ONCE = 8;

/**
 * The changes that the records of all organisations state for the blocks of a range, by address in match form. Starts
 * from the records of the blocks, so that the cost grows with the wallets that moved. Several organisations may watch
 * an address: a transaction counts once. Includes what is not recorded yet because of the budgets of organisations.
 */
export async function recordedChanges(
  deps: RecordedChangesDeps,
  chain: ChainId,
  from: number,
  to: number,
): Promise<Map<string, RecordedChange[]>> {
  const changes = new Map<string, RecordedChange[]>();
  for (let first = from; first <= to; first += BLOCKS_AT_ONCE) {
    const last = Math.min(first + BLOCKS_AT_ONCE - 1, to);
    for (const { form, change } of await changesIn(deps, chain, first, last)) {
      const known = changes.get(form) ?? [];
      if (known.some(({ transactionHash }) => transactionHash === change.transactionHash)) continue;
      changes.set(form, [...known, change]);
    }
  }
  return changes;
}

async function changesIn(deps: RecordedChangesDeps, chain: ChainId, from: number, to: number) {
  const [blocks, parts] = await Promise.all([
    deps.blocks.between(chain, from, to),
    deps.blocks.partsBetween(chain, from, to),
  ]);
  const hashes = new Map(blocks.map(({ height, hash }) => [height, hash]));
  const refs = new Map(parts.filter(({ judged }) => judged === undefined).map((ref) => [ref.id, ref]));
  const records = await readable(deps, chain, [...refs.values()]);
  const inChain = records.filter(
    ({ blockNumber, blockHash, reorged }) => !reorged && hashes.get(blockNumber) === blockHash,
  );
  const addresses = await addressesOf(deps, [...refs.values()], inChain);
  const recorded = await mapConcurrent(inChain.toSorted(byReliability), RECORDS_AT_ONCE, async (record) => {
    const address = addresses.get(record.walletId);
    const organisation = refs.get(record.id)?.organisation;
    if (address === undefined || organisation === undefined) return [];
    const whole = await deps.transactions.whole(organisation, record);
    return [{ form: matchForm(chain, address), change: changeOf(whole, address) }];
  });
  return [...recorded.flat(), ...(await deferredIn(deps, chain, from, to, hashes))];
}

/** The changes by transactions that were deferred. Most are recorded too, and then the records count. */
async function deferredIn(
  { deferred }: RecordedChangesDeps,
  chain: ChainId,
  from: number,
  to: number,
  hashes: ReadonlyMap<number, string>,
) {
  const changes: { readonly form: string; readonly change: RecordedChange }[] = [];
  for await (const { blockHash, transactions } of deferred.between(chain, from, to)) {
    for (const { transaction, addresses } of transactions) {
      if (hashes.get(transaction.blockNumber) !== blockHash) continue;
      for (const address of addresses) {
        const { transfers } = viewOf(transaction, address, () => false);
        const change = changeOf({ ...transaction, sender: transaction.fromAddress, transfers }, address);
        changes.push({ form: matchForm(chain, address), change });
      }
    }
  }
  return changes;
}

/** The records that can be read. One that cannot leaves a deviation, which the check reports. */
async function readable({ transactions }: RecordedChangesDeps, chain: ChainId, refs: readonly RecordRef[]) {
  try {
    return await transactions.findAll(refs);
  } catch (error) {
    if (!isDataError(error)) throw error;
    const each = await mapConcurrent(refs, RECORDS_AT_ONCE, (ref) =>
      skipDataErrors('balance.check_failed', { chain, ...ref }, () => transactions.findAll([ref])),
    );
    return each.flatMap((found) => found ?? []);
  }
}

/**
 * Records of one transaction can differ: an import states what its caller stated, and the calls inside the transaction
 * may have been unknown. The record that knows most comes first.
 */
const byReliability = (a: StoredTransaction, b: StoredTransaction): number => doubtOf(a) - doubtOf(b);
const doubtOf = ({ source, detail }: StoredTransaction): number =>
  source === 'import' ? 2 : detail === 'logs' ? 1 : 0;

/** The addresses of the wallets of these records, by wallet id. */
async function addressesOf(
  { wallets }: RecordedChangesDeps,
  refs: readonly RecordRef[],
  records: readonly StoredTransaction[],
): Promise<Map<string, string>> {
  const organisations = new Map(refs.map(({ id, organisation }) => [id, organisation]));
  const byOrganisation = Map.groupBy(records, ({ id }): OrganisationId | undefined => organisations.get(id));
  const found = await Promise.all(
    [...byOrganisation].map(async ([organisation, own]) =>
      organisation === undefined
        ? []
        : [
            ...(
              await wallets.byId(
                organisation,
                own.map(({ walletId }) => walletId),
              )
            ).values(),
          ],
    ),
  );
  return new Map(found.flat().map(({ id, address }) => [id, address]));
}

type Stated = Pick<StoredTransaction, 'hash' | 'blockNumber' | 'sender' | 'fromAddress' | 'feeAmount'> & {
  readonly transfers: readonly Omit<UnpricedTransfer, 'direction'>[];
};

/** What a record of the wallet at this address changed in its balances. */
export function changeOf(record: Stated, address: string): RecordedChange {
  const signed = ({ from, to, amount }: Stated['transfers'][number]): string =>
    minus(to === address ? amount : '0', from === address ? amount : '0');
  const native = record.transfers.filter(({ standard }) => standard === NATIVE).map(signed);
  const tokens = record.transfers.flatMap((transfer) =>
    transfer.tokenAddress !== null && transfer.standard !== NATIVE && isFungible(transfer.standard)
      ? [
          {
            tokenAddress: transfer.tokenAddress,
            asset: transfer.asset,
            amount: signed(transfer),
            ...(transfer.isRaw && { isRaw: transfer.isRaw }),
          },
        ]
      : [],
  );
  const fee = (record.sender ?? record.fromAddress) === address ? record.feeAmount : '0';
  return {
    height: record.blockNumber,
    transactionHash: record.hash,
    native: minus(sum(native), fee),
    tokens,
  };
}

/** The native sum of the changes above one height, up to another height or to the newest. */
export const nativeSum = (changes: readonly RecordedChange[], above: number, to = Number.MAX_SAFE_INTEGER): string =>
  sum(changes.filter(({ height }) => height > above && height <= to).map(({ native }) => native));
