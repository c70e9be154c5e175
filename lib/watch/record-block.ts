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
import type { Deferral } from './deferral.ts';
import { fence, MAX_FENCES, writersFor } from './fences.ts';
import { type MatchDeps, RECORDS_AT_ONCE, touchesIn } from './match-block.ts';
import type { ReadBlock } from './read-block.ts';
import type { BlockRecord, RecordRef } from './schema.ts';
import type { Divided, Touch } from './touches.ts';
import { ownedMatchesOf, type WalletMatch } from './wallet-matches.ts';

export interface RecordBlockDeps extends RecordDeps, MatchDeps {
  readonly transactions: RecordDeps['transactions'] & Pick<TransactionRepo, 'find' | 'orphan'>;
  readonly blocks: Pick<BlockRepo, 'put' | 'parts' | 'remove'>;
  readonly deferral: Deferral;
  /** Retracts the alerts of an orphaned record. */
  retract(organisationId: OrganisationId, transaction: StoredTransaction): Promise<void>;
  /** Reports balances of watched addresses that the movements of a transaction do not explain. */
  reportDeviations?(chain: ChainId, block: BlockHeader, deviations: readonly Deviation[]): Promise<void>;
}

export interface RecordedBlock {
  /** The number of records that the scan made itself. */
  readonly records: number;
  readonly divided: Divided;
}

/**
 * Records the wallet matches of a block that the budgets allow, stores the others as deferred matches, and orphans the
 * records of the blocks that this block replaces. The call may be repeated and may stop anywhere: it stores the
 * references of all these records before it changes the first record.
 * @param previous the stored blocks of the heights above the cursor up to the height of this block, ascending.
 * @returns null when another scan stores another block at this height.
 * @throws ChainUnavailableError when the decimals of a token cannot be read. Then no transaction of the block is
 *   recorded.
 */
export async function recordBlock(
  deps: RecordBlockDeps,
  chain: ChainId,
  block: ReadBlock,
  previous: readonly BlockRecord[],
  signal: AbortSignal,
): Promise<RecordedBlock | null> {
  const touches = await touchesIn(deps, chain, block, signal);
  const planned = await deps.deferral.planned(touches);
  const [all, divided] = await Promise.all([matchesOf(deps, planned.atOnce), deps.deferral.store(block, planned)]);
  const isAtOnce = new Set(divided.atOnce.map((touch) => nameOf(touch, touch.inBlock.transaction)));
  const found = all.map((turn) => turn.filter((match) => isAtOnce.has(nameOf(match, match.draft))));
  const matches = found.flat();
  // The consumers of deferred matches check fences too.
  const writers = divided.deferred.length > 0 ? MAX_FENCES : writersFor(matches.length);
  const matchRefs = matches.map(({ organisationId, id }) => ({ organisation: organisationId, id, hash: block.hash }));
  const partsOf = async (blocks: readonly BlockRecord[]) =>
    (await mapConcurrent(blocks, RECORDS_AT_ONCE, ({ height }) => deps.blocks.parts(chain, height))).flat();
  const carriedRefs = except(await partsOf(previous), matchRefs);
  const replaced = previous.filter(({ hash }) => hash !== block.hash);
  const replacedHere = replaced.find(({ height }) => height === block.height);
  const stored = await deps.blocks.put(chain, block, [...matchRefs, ...carriedRefs], {
    writers,
    replaced: replacedHere?.hash,
  });
  if (!stored) return null;

  // These Solana slots are skipped now. The record of this block carries the references of their records.
  for (const { height } of replaced) {
    if (height === block.height) continue;
    await deps.deferral.removed(height);
    await deps.blocks.remove(chain, height);
  }
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
    // The first record of each organisation does not wait for the second record of any organisation.
    for (const turn of found) await recordAll(deps, chain, block, turn, writers);
    const deviations = new Set(touches.flatMap(deviationsOf));
    if (deviations.size > 0) await deps.reportDeviations?.(chain, block, [...deviations]);
  } catch (error) {
    if (error instanceof BlockReplacedError) return null;
    throw error;
  }
  return { records: matches.length, divided };
}

/** Organisations whose wallets are read at a time. */
const ORGANISATIONS_AT_ONCE = 32;

/** The wallet matches of touches: the first of each organisation, and the others, in the order of the block. */
async function matchesOf({ wallets }: MatchDeps, touches: readonly Touch[]): Promise<[WalletMatch[], WalletMatch[]]> {
  const organisations = [...Map.groupBy(touches, ({ organisationId }) => organisationId)];
  const matches = await mapConcurrent(organisations, ORGANISATIONS_AT_ONCE, ([organisationId, own]) =>
    ownedMatchesOf(wallets, organisationId, own),
  );
  return [matches.flatMap((own) => own.slice(0, 1)), matches.flatMap((own) => own.slice(1))];
}

const nameOf = (
  { organisationId, address }: Pick<Touch, 'organisationId' | 'address'>,
  { hash }: { readonly hash: string },
): string => `${organisationId} ${address} ${hash}`;

/** Where the metadata of a transaction contradict its movements, for the address of the touch. */
const deviationsOf = ({ address, inBlock }: Touch): readonly Deviation[] =>
  (inBlock.transaction.deviations ?? []).filter((deviation) => deviation.address === address);

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
  writers: number,
): Promise<void> {
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
