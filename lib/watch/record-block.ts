import { matchForm } from '../chains/address.ts';
import type { BlockHeader, ChainBlock, Deviation } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import type { Table } from '../platform/table/table.ts';
import { BlockReplacedError, type TransactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { type RecordDeps, recordTransaction } from '../transactions/store.ts';
import { endsOf } from '../transactions/view.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import { mutex } from '../values/mutex.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { type WatchedAddress, watchedAmong } from '../wallets/watched-addresses.ts';
import { type BlockRepo, sameBlockCheck } from './block-records.ts';
import { skipDataErrors } from './data-errors.ts';
import { type DecodedInBlock, reportUndecoded, type WalletMatch, walletMatchOf } from './record-matches.ts';
import type { BlockRecord, RecordRef } from './schema.ts';

export interface RecordBlockDeps extends RecordDeps {
  readonly table: Table;
  readonly wallets: Pick<WalletRepo, 'owned'>;
  readonly transactions: RecordDeps['transactions'] & Pick<TransactionRepo, 'find' | 'orphan'>;
  readonly blocks: Pick<BlockRepo, 'put' | 'parts' | 'remove'>;
  /** Retracts the alerts of an orphaned record. */
  retract(organisationId: OrganisationId, transaction: StoredTransaction): Promise<void>;
  /** Reports balances of watched addresses that the movements of a transaction do not explain. */
  reportDeviations?(chain: ChainId, block: BlockHeader, deviations: readonly Deviation[]): Promise<void>;
}

/** Transactions decoded at a time, and records made at a time. */
const RECORDS_AT_ONCE = 8;

/**
 * Records the wallet matches of a block, and orphans the records of the blocks that this block replaces. The call may
 * be repeated and may stop anywhere: it stores the references of all these records before it changes the first record.
 * @param previous the stored blocks of the heights above the cursor up to the height of this block, ascending.
 * @returns the number of records, or null when another scan stores another block at this height.
 * @throws ChainUnavailableError when the decimals of a token cannot be read. Then no transaction of the block is
 *   recorded.
 */
export async function recordBlock(
  deps: RecordBlockDeps,
  chain: ChainId,
  block: ChainBlock,
  previous: readonly BlockRecord[],
  signal: AbortSignal,
): Promise<number | null> {
  const matches = await walletMatchesIn(deps, chain, block, signal);
  const matchRefs = matches.map(({ organisationId, id }) => ({ organisation: organisationId, id, hash: block.hash }));
  const partsOf = async (blocks: readonly BlockRecord[]) =>
    (await mapConcurrent(blocks, RECORDS_AT_ONCE, ({ height }) => deps.blocks.parts(chain, height))).flat();
  const previousRefs = [...previous.flatMap(({ records }) => records), ...(await partsOf(previous))];
  const carriedRefs = except(previousRefs, matchRefs);
  const replaced = previous.filter(({ hash }) => hash !== block.hash);
  const replacedHere = replaced.find(({ height }) => height === block.height);
  if (!(await deps.blocks.put(chain, block, [...matchRefs, ...carriedRefs], replacedHere?.hash))) return null;

  // These Solana slots are skipped now. The record of this block carries the references of their records.
  for (const { height } of replaced) if (height < block.height) await deps.blocks.remove(chain, height);
  // Reads the parts again: a backfill may have added references before the put. After the put no backfill can add a
  // reference.
  const orphans = except([...carriedRefs, ...(await partsOf(previous))], matchRefs).filter(
    ({ hash }) => hash !== block.hash,
  );
  const presentHashes = new Set(block.transactions.map(({ hash }) => hash));
  await mapConcurrent(orphans, RECORDS_AT_ONCE, (ref) =>
    skipDataErrors('transaction.retract_failed', { chain, ...ref }, () => orphan(deps, chain, ref, presentHashes)),
  );
  try {
    await recordAll(deps, chain, block, matches);
    const deviations = new Set(matches.flatMap((match) => match.deviations));
    if (deviations.size > 0) await deps.reportDeviations?.(chain, block, [...deviations]);
  } catch (error) {
    if (error instanceof BlockReplacedError) return null;
    throw error;
  }
  return matches.length;
}

/**
 * Asks for prices concurrently, but writes the records one after the other. Every write checks the block's record in
 * its transaction, and DynamoDB cancels concurrent transactions on one item.
 */
async function recordAll(
  deps: RecordBlockDeps,
  chain: ChainId,
  block: ChainBlock,
  matches: readonly WalletMatch[],
): Promise<void> {
  const lock = mutex();
  const record: TransactionRepo['record'] = (...input) => lock(() => deps.transactions.record(...input));
  await mapConcurrent(matches, RECORDS_AT_ONCE, ({ organisationId, id, draft }) =>
    skipDataErrors('transaction.record_failed', { chain, organisation: organisationId, id, hash: draft.hash }, () =>
      recordTransaction({ ...deps, transactions: { record } }, organisationId, draft, {
        blockCheck: sameBlockCheck(chain, block),
      }),
    ),
  );
}

/** The wallet matches of a block, for all organisations and wallets. */
async function walletMatchesIn(
  deps: RecordBlockDeps,
  chain: ChainId,
  block: ChainBlock,
  signal: AbortSignal,
): Promise<WalletMatch[]> {
  const parties = new Set(block.transactions.flatMap((transaction) => transaction.parties));
  const watched = await watchedAmong(deps.table, chain, [...parties]);
  if (watched.size === 0) return [];
  const watchedParties = new Set(watched.keys());
  const touching = block.transactions.filter(({ parties }) => parties.some((party) => watchedParties.has(party)));
  const decoded = await mapConcurrent(touching, RECORDS_AT_ONCE, async (transaction): Promise<Decoded> => {
    const inBlock = { ...(await transaction.decode(signal, watchedParties)), blockHash: block.hash };
    reportUndecoded(inBlock);
    return { inBlock, parties: transaction.parties };
  });
  const found = await watchedEnds(deps.table, chain, decoded, watched);
  const matches = await mapConcurrent(decoded, RECORDS_AT_ONCE, ({ inBlock, parties }) => {
    const ends = new Set([...parties, ...endsIn(chain, inBlock)]);
    return walletMatchesOf(
      deps,
      inBlock,
      [...ends].flatMap((party) => found.get(party) ?? []),
    );
  });
  return matches.flat();
}

interface Decoded {
  readonly inBlock: DecodedInBlock;
  /** The parties that the block stated before the transaction was decoded. */
  readonly parties: readonly string[];
}

/** The ends of the movements in match form. Calls inside a transaction have ends that the block does not state. */
const endsIn = (chain: ChainId, { transaction }: DecodedInBlock): string[] =>
  transaction.movements.flatMap(endsOf).map((address) => matchForm(chain, address));

/** Adds the watched addresses among the ends that only the decoded transactions state. */
async function watchedEnds(
  table: Table,
  chain: ChainId,
  decoded: readonly Decoded[],
  watched: ReadonlyMap<string, WatchedAddress>,
): Promise<ReadonlyMap<string, WatchedAddress>> {
  const stated = new Set(decoded.flatMap(({ parties }) => parties));
  const ends = new Set(decoded.flatMap(({ inBlock }) => endsIn(chain, inBlock)));
  const more = await watchedAmong(
    table,
    chain,
    [...ends].filter((party) => !stated.has(party)),
  );
  return new Map([...watched, ...more]);
}

async function walletMatchesOf(
  { wallets }: RecordBlockDeps,
  decoded: DecodedInBlock,
  addresses: readonly WatchedAddress[],
): Promise<WalletMatch[]> {
  const viewers = addresses.flatMap(({ address, organisations }) =>
    [...organisations].map((organisationId) => ({ organisationId, address })),
  );
  const matches = await mapConcurrent(viewers, RECORDS_AT_ONCE, ({ organisationId, address }) =>
    walletMatchOf(wallets, organisationId, address, decoded),
  );
  return matches.filter((match) => match !== null);
}

/**
 * Orphans the record of a block that the chain no longer has, and retracts the record's alerts. Leaves a record alone
 * that has moved to another block. Also leaves a record alone whose transaction is in the present block: no wallet may
 * match the transaction any more, but the chain still has it.
 */
async function orphan(
  deps: RecordBlockDeps,
  chain: ChainId,
  { organisation: organisationId, id, hash }: RecordRef,
  presentHashes: ReadonlySet<string>,
): Promise<void> {
  const record = await deps.transactions.find(organisationId, id);
  if (record === null || presentHashes.has(record.hash)) return;
  const transaction = await deps.transactions.orphan(organisationId, id, hash);
  if (transaction === null) return;
  await deps.retract(organisationId, transaction);
  log.warn('transaction.orphaned', {
    chain,
    organisation: organisationId,
    transaction: id,
    block: transaction.blockNumber,
  });
}

/** The references in `refs` whose record is in none of `others`. */
function except(refs: readonly RecordRef[], others: readonly RecordRef[]): RecordRef[] {
  const known = new Set(others.map(({ organisation, id }) => `${organisation} ${id}`));
  return refs.filter(({ organisation, id }) => !known.has(`${organisation} ${id}`));
}
