import type { BlockHeader, Deviation } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import type { Check } from '../platform/table/write.ts';
import { BlockReplacedError, type TransactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { type RecordDeps, recordTransaction } from '../transactions/store.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { BlockRepo } from './block-records.ts';
import { skipDataErrors } from './data-errors.ts';
import { fence, writersFor } from './fences.ts';
import { type MatchDeps, RECORDS_AT_ONCE, walletMatchesIn } from './match-block.ts';
import type { ReadBlock } from './read-block.ts';
import type { WalletMatch } from './record-matches.ts';
import type { BlockRecord, RecordRef } from './schema.ts';

export interface RecordBlockDeps extends RecordDeps, MatchDeps {
  readonly transactions: RecordDeps['transactions'] & Pick<TransactionRepo, 'find' | 'orphan'>;
  readonly blocks: Pick<BlockRepo, 'put' | 'parts' | 'remove'>;
  /** Retracts the alerts of an orphaned record. */
  retract(organisationId: OrganisationId, transaction: StoredTransaction): Promise<void>;
  /** Reports balances of watched addresses that the movements of a transaction do not explain. */
  reportDeviations?(chain: ChainId, block: BlockHeader, deviations: readonly Deviation[]): Promise<void>;
}

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
  block: ReadBlock,
  previous: readonly BlockRecord[],
  signal: AbortSignal,
): Promise<number | null> {
  const matches = await walletMatchesIn(deps, chain, block, signal);
  const matchRefs = matches.map(({ organisationId, id }) => ({ organisation: organisationId, id, hash: block.hash }));
  const partsOf = async (blocks: readonly BlockRecord[]) =>
    (await mapConcurrent(blocks, RECORDS_AT_ONCE, ({ height }) => deps.blocks.parts(chain, height))).flat();
  const carriedRefs = except(await partsOf(previous), matchRefs);
  const replaced = previous.filter(({ hash }) => hash !== block.hash);
  const replacedHere = replaced.find(({ height }) => height === block.height);
  const stored = await deps.blocks.put(chain, block, [...matchRefs, ...carriedRefs], {
    writers: writersFor(matches.length),
    replaced: replacedHere?.hash,
  });
  if (!stored) return null;

  // These Solana slots are skipped now. The record of this block carries the references of their records.
  for (const { height } of replaced) if (height < block.height) await deps.blocks.remove(chain, height);
  // Reads the parts again: a backfill may have added references before the put. After the put no backfill can add a
  // reference.
  const orphans = except([...carriedRefs, ...(await partsOf(previous))], matchRefs).filter(
    ({ hash }) => hash !== block.hash,
  );
  const presentHashes = new Set(orphans.length === 0 ? [] : await hashesIn(block, signal));
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

const hashesIn = async (block: ReadBlock, signal: AbortSignal): Promise<string[]> =>
  (await block.whole(signal)).transactions.map(({ hash }) => hash);

/**
 * Each writer records its share of the matches, one after the other, on condition of its fence. A writer that fails
 * stops no other writer.
 */
async function recordAll(
  deps: RecordBlockDeps,
  chain: ChainId,
  block: ReadBlock,
  matches: readonly WalletMatch[],
): Promise<void> {
  const writers = writersFor(matches.length);
  const outcomes = await Promise.allSettled(
    Array.from({ length: writers }, async (_, writer) => {
      const blockCheck = fence(chain, block, writers, writer);
      const share = matches.filter((_match, n) => n % writers === writer);
      for (const match of share) await recordMatch(deps, chain, match, blockCheck);
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Records a match. Faulty data of its organisation stop no other match. */
const recordMatch = (
  deps: RecordBlockDeps,
  chain: ChainId,
  { organisationId, id, draft }: WalletMatch,
  blockCheck: Check,
) =>
  skipDataErrors('transaction.record_failed', { chain, organisation: organisationId, id, hash: draft.hash }, () =>
    recordTransaction(deps, organisationId, draft, { blockCheck }),
  );

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
