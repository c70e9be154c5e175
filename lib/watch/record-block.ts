import * as z from 'zod';
import type { BlockTransaction, ChainBlock } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import { errorFields, log } from '../platform/log.ts';
import type { Table } from '../platform/table/table.ts';
import { BlockReplacedError, type TransactionRepo } from '../transactions/repo.ts';
import type { StoredTransaction } from '../transactions/schema.ts';
import { type RecordDeps, recordTransaction } from '../transactions/store.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { ApiError } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { mutex } from '../values/mutex.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { type WatchedAddress, watchedAmong } from '../wallets/watched-addresses.ts';
import { type BlockRepo, fence } from './block-records.ts';
import { reportUndecoded, type Sighting, sightingOf } from './record-matches.ts';
import type { BlockRecord, RecordRef } from './schema.ts';

export interface RecordBlockDeps extends RecordDeps {
  readonly table: Table;
  readonly wallets: Pick<WalletRepo, 'owned'>;
  readonly transactions: RecordDeps['transactions'] & Pick<TransactionRepo, 'find' | 'orphan'>;
  readonly blocks: Pick<BlockRepo, 'put' | 'parts' | 'remove'>;
  /** Takes back what an orphaned record has alerted of. */
  retract(organisation: OrganisationId, transaction: StoredTransaction): Promise<void>;
}

/** Transactions decoded, and records made, at a time. */
const WIDTH = 8;

/**
 * Records what of a block touches watched wallets, and orphans what was recorded of those that it replaces. May be repeated,
 * and die anywhere: what is going to be recorded, and what is to be orphaned, is written down before either is done.
 * @param before what is kept of the heights above the cursor up to this block's, ascending.
 * @returns the number of records; null when another scan records another block at this height.
 * @throws ChainUnavailableError when a token's decimals cannot be read: nothing of the block is recorded then.
 */
export async function recordBlock(
  deps: RecordBlockDeps,
  chain: ChainId,
  block: ChainBlock,
  before: readonly BlockRecord[],
  signal: AbortSignal,
): Promise<number | null> {
  const sightings = await sightingsIn(deps, chain, block, signal);
  const sighted = sightings.map(({ organisation, id }) => ({ organisation, id, hash: block.hash }));
  const partsOf = (kept: readonly BlockRecord[]) =>
    mapConcurrent(kept, WIDTH, ({ height }) => deps.blocks.parts(chain, height));
  const known = [...before.flatMap(({ records }) => records), ...(await partsOf(before)).flat()];
  const carried = except(known, sighted);
  const replaced = before.filter(({ hash }) => hash !== block.hash);
  const here = replaced.find(({ height }) => height === block.height);
  if (!(await deps.blocks.put(chain, block, [...sighted, ...carried], here?.hash))) return null;

  // Slots that are skipped now. What was recorded of them is in this block's record.
  for (const { height } of replaced) if (height < block.height) await deps.blocks.remove(chain, height);
  // Read again: what a backfill joined before the put is here by now, and nothing can join after it.
  const orphans = except([...carried, ...(await partsOf(before)).flat()], sighted).filter(
    ({ hash }) => hash !== block.hash,
  );
  const hashes = new Set(block.transactions.map(({ hash }) => hash));
  await mapConcurrent(orphans, WIDTH, (ref) =>
    orTell('transaction.unretracted', { chain, ...ref }, () => orphan(deps, chain, ref, hashes)),
  );
  try {
    await recordAll(deps, chain, block, sightings);
  } catch (error) {
    if (error instanceof BlockReplacedError) return null;
    throw error;
  }
  return sightings.length;
}

/**
 * Prices are asked for side by side, but records written one by one: all their transactions check the block's record, and
 * DynamoDB has transactions on one item conflict.
 */
async function recordAll(
  deps: RecordBlockDeps,
  chain: ChainId,
  block: ChainBlock,
  sightings: readonly Sighting[],
): Promise<void> {
  const lock = mutex();
  const record: TransactionRepo['record'] = (...made) => lock(() => deps.transactions.record(...made));
  await mapConcurrent(sightings, WIDTH, ({ organisation, id, draft }) =>
    orTell('transaction.unrecorded', { chain, organisation, id, hash: draft.hash }, () =>
      recordTransaction({ ...deps, transactions: { record } }, organisation, draft, {
        blockCheck: fence(chain, block),
      }),
    ),
  );
}

/**
 * Does something for one record. What is wrong with an organisation's data, and will be the next time too, must not hold up
 * the chain for everybody: operators are told, and the block's record keeps the reference.
 */
async function orTell(event: string, fields: Record<string, unknown>, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof z.ZodError || error instanceof ApiError)) throw error;
    log.error(event, { ...fields, ...errorFields(error) });
  }
}

/** What is to be recorded of a block, for every organisation and wallet. */
async function sightingsIn(
  deps: RecordBlockDeps,
  chain: ChainId,
  block: ChainBlock,
  signal: AbortSignal,
): Promise<Sighting[]> {
  const forms = new Set(block.transactions.flatMap(({ parties }) => parties));
  const watched = await watchedAmong(deps.table, chain, [...forms]);
  if (watched.size === 0) return [];
  const of = new Set(watched.keys());
  const touching = block.transactions.flatMap((transaction) => {
    const addresses = transaction.parties.flatMap((form) => watched.get(form) ?? []);
    return addresses.length === 0 ? [] : [{ transaction, addresses }];
  });
  const found = await mapConcurrent(touching, WIDTH, ({ transaction, addresses }) =>
    sightingsOf(deps, block, transaction, addresses, of, signal),
  );
  return found.flat();
}

async function sightingsOf(
  { wallets }: RecordBlockDeps,
  { hash: blockHash }: ChainBlock,
  transaction: BlockTransaction,
  addresses: readonly WatchedAddress[],
  of: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Sighting[]> {
  const read = { ...(await transaction.decode(signal, of)), blockHash };
  reportUndecoded(read);
  const viewers = addresses.flatMap(({ address, organisations }) =>
    [...organisations].map((organisationId) => ({ organisationId, address })),
  );
  const found = await mapConcurrent(viewers, WIDTH, ({ organisationId, address }) =>
    sightingOf(wallets, organisationId, address, read),
  );
  return found.filter((sighting) => sighting !== null);
}

/**
 * Marks what was recorded of a block that the chain no longer has, and takes its alerts back. Not what was placed in another
 * block, nor what is in this one too, though nobody watches it any longer.
 */
async function orphan(
  deps: RecordBlockDeps,
  chain: ChainId,
  { organisation, id, hash }: RecordRef,
  present: ReadonlySet<string>,
): Promise<void> {
  const record = await deps.transactions.find(organisation, id);
  if (record === null || present.has(record.hash)) return;
  const transaction = await deps.transactions.orphan(organisation, id, hash);
  if (transaction === null) return;
  await deps.retract(organisation, transaction);
  log.warn('transaction.orphaned', { chain, organisation, transaction: id, block: transaction.blockNumber });
}

/** Those that are not of the same record as one of the others. */
function except(refs: readonly RecordRef[], others: readonly RecordRef[]): RecordRef[] {
  const known = new Set(others.map(({ organisation, id }) => `${organisation} ${id}`));
  return refs.filter(({ organisation, id }) => !known.has(`${organisation} ${id}`));
}
