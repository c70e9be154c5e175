import type { BlockHeader, Deviation } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import { BlockReplacedError } from '../transactions/repo.ts';
import { type RecordDeps, recordTransaction } from '../transactions/store.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { BlockRepo } from './block-records.ts';
import { skipDataErrors } from './data-errors.ts';
import type { Deferral } from './deferral.ts';
import { fence, MAX_FENCES, writersFor } from './fences.ts';
import { type MatchDeps, RECORDS_AT_ONCE, touchesIn } from './match-block.ts';
import { type OrphanDeps, orphanRecords } from './orphan-records.ts';
import type { ReadBlock } from './read-block.ts';
import type { BlockRecord, RecordRef } from './schema.ts';
import type { Divided, Touch } from './touches.ts';
import { matchOfEach, type WalletMatch } from './wallet-matches.ts';

export interface RecordBlockDeps extends RecordDeps, MatchDeps, OrphanDeps {
  readonly transactions: RecordDeps['transactions'] & OrphanDeps['transactions'];
  readonly blocks: Pick<BlockRepo, 'put' | 'parts' | 'remove'>;
  readonly deferral: Deferral;
  /** Reports balances of watched addresses that the movements of a transaction do not explain. */
  reportDeviations?(chain: ChainId, block: BlockHeader, deviations: readonly Deviation[]): Promise<void>;
}

export interface RecordedBlock {
  /** The number of records that the scan made itself. */
  readonly records: number;
  readonly divided: Divided;
}

/** A block that the scan has read, on its chain. */
interface Scanned {
  readonly chain: ChainId;
  readonly block: ReadBlock;
  /** The stored blocks of the heights above the cursor up to the height of this block, ascending. */
  readonly previous: readonly BlockRecord[];
  readonly signal: AbortSignal;
}

/** What the scan makes of a block. */
interface Plan {
  readonly divided: Divided;
  /** The matches to record at once, in the order of their turns. */
  readonly matches: readonly WalletMatch[];
  /** The references to the records of these matches. */
  readonly refs: readonly RecordRef[];
  /** How many writers record the block. */
  readonly writers: number;
  readonly deviations: readonly Deviation[];
}

/**
 * Records a block in three steps:
 *
 * 1. Plan: find the wallet matches, and store those as deferred matches that the budgets do not allow.
 * 2. Store: write the references to all records of the block, and then the block itself.
 * 3. Orphan the records of the blocks that this block replaces, and take back what checks of balances judged after
 *    these blocks. Judge again what checks judged after this block, if the chain returns to it. Record the matches.
 *
 * The call may be repeated and may stop anywhere. A stored block is not scanned again, so the deferred matches come
 * before the block. The references come before the records, so that a reorganisation finds each record.
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
  const scanned: Scanned = { chain, block, previous, signal };
  const plan = await planBlock(deps, scanned);
  const carried = await storeBlock(deps, scanned, plan);
  if (carried === null) return null;
  await orphanReplaced(deps, scanned, plan, carried);
  return (await recordPlanned(deps, scanned, plan)) ? { records: plan.matches.length, divided: plan.divided } : null;
}

/** Step 1. */
async function planBlock(deps: RecordBlockDeps, { chain, block, signal }: Scanned): Promise<Plan> {
  const touches = await touchesIn(deps, chain, block, signal);
  const planned = await deps.deferral.planned(touches);
  const [matchOf, divided] = await Promise.all([matchesOf(deps, planned.atOnce), deps.deferral.store(block, planned)]);
  // `store` defers some of the planned touches, each as it is. A touch that is neither deferred nor recorded is lost.
  const matches = divided.atOnce.map((touch) => {
    const match = matchOf.get(touch);
    if (match === undefined) throw new Error(`${touch.inBlock.transaction.hash} is neither deferred nor recorded`);
    return match;
  });
  return {
    divided,
    matches,
    refs: matches.map(({ organisationId, id }) => ({ organisation: organisationId, id, hash: block.hash })),
    // The consumers of deferred matches check fences too.
    writers: divided.deferred.length > 0 ? MAX_FENCES : writersFor(matches.length),
    deviations: [...new Set(touches.flatMap(deviationsOf))],
  };
}

/** Organisations whose wallets are read at a time. */
const ORGANISATIONS_AT_ONCE = 32;

async function matchesOf({ wallets }: MatchDeps, touches: readonly Touch[]): Promise<ReadonlyMap<Touch, WalletMatch>> {
  const organisations = [...Map.groupBy(touches, ({ organisationId }) => organisationId)];
  const found = await mapConcurrent(organisations, ORGANISATIONS_AT_ONCE, ([organisationId, own]) =>
    matchOfEach(wallets, organisationId, own),
  );
  return new Map(found.flatMap((matches) => [...matches]));
}

/** Where the metadata of a transaction contradict its movements, for the address of the touch. */
const deviationsOf = ({ address, inBlock }: Touch): readonly Deviation[] =>
  (inBlock.transaction.deviations ?? []).filter((deviation) => deviation.address === address);

/**
 * Step 2. The record of this block also carries the references of the blocks that it replaces, until their records are
 * orphaned. Returns these references, or null when another scan stores another block at this height.
 */
async function storeBlock(
  deps: RecordBlockDeps,
  scanned: Scanned,
  { refs, writers }: Plan,
): Promise<readonly RecordRef[] | null> {
  const { chain, block, previous } = scanned;
  const carried = except(await refsOf(deps, scanned), refs);
  const replaced = previous.find(({ height, hash }) => height === block.height && hash !== block.hash)?.hash;
  if (!(await deps.blocks.put(chain, block, [...refs, ...carried], { writers, replaced }))) return null;
  for (const { height, hash } of previous) {
    if (height === block.height || hash === block.hash) continue;
    // This Solana slot is skipped now.
    await deps.deferral.removed(height);
    await deps.blocks.remove(chain, height);
  }
  return carried;
}

/** The references of the stored blocks at the heights that this block covers. */
const refsOf = async ({ blocks }: RecordBlockDeps, { chain, previous }: Scanned): Promise<RecordRef[]> =>
  (await mapConcurrent(previous, RECORDS_AT_ONCE, ({ height }) => blocks.parts(chain, height))).flat();

/** The references in `refs` whose record is in none of `others`. */
function except(refs: readonly RecordRef[], others: readonly RecordRef[]): RecordRef[] {
  const known = new Set(others.map(({ organisation, id }) => `${organisation} ${id}`));
  return refs.filter(({ organisation, id }) => !known.has(`${organisation} ${id}`));
}

/** Step 3, the first half: for the records of replaced blocks that this block does not record again. */
async function orphanReplaced(
  deps: RecordBlockDeps,
  scanned: Scanned,
  { refs }: Plan,
  carried: readonly RecordRef[],
): Promise<void> {
  // Reads again: a backfill may have added references before this block was stored. It can add none any more.
  await orphanRecords(deps, scanned, except([...carried, ...(await refsOf(deps, scanned))], refs));
}

/** Step 3, the second half. False when another block has replaced this block. */
async function recordPlanned(
  deps: RecordBlockDeps,
  { chain, block }: Scanned,
  { matches, writers, deviations }: Plan,
): Promise<boolean> {
  const organisations = [...Map.groupBy(matches, ({ organisationId }) => organisationId).values()];
  const record = ({ organisationId, id, draft }: WalletMatch, writer: number) =>
    // Faulty data of an organisation stop no other match.
    skipDataErrors('transaction.record_failed', { chain, organisation: organisationId, id, hash: draft.hash }, () =>
      recordTransaction(deps, organisationId, draft, { blockCheck: fence(chain, block, writers, writer) }),
    );
  try {
    // The first record of each organisation does not wait for the second record of any organisation.
    for (const turn of [
      organisations.flatMap(([first]) => first ?? []),
      organisations.flatMap((own) => own.slice(1)),
    ]) {
      await recordAll(turn, writers, record);
    }
    if (deviations.length > 0) await deps.reportDeviations?.(chain, block, deviations);
  } catch (error) {
    if (error instanceof BlockReplacedError) return false;
    throw error;
  }
  return true;
}

/**
 * Each writer records its share of the matches, one after the other, on condition of its fence. A writer that fails
 * stops no other writer.
 */
async function recordAll(
  matches: readonly WalletMatch[],
  writers: number,
  record: (match: WalletMatch, writer: number) => Promise<unknown>,
): Promise<void> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: writers }, async (_, writer) => {
      for (const match of matches.filter((_match, n) => n % writers === writer)) await record(match, writer);
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
