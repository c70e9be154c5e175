import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { type ListedRecords, type ListFilter, recordList } from '../../platform/lists/index.ts';
import { conditionHeld, transact, type Write } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { inGroups } from '../../values/in-groups.ts';
import { plusDays } from '../../values/time.ts';

/** One of the lists that a pass goes over. */
export interface Expiring {
  /** The name of the list. */
  readonly name: string;
  /** Whether a pass over the list has anything to read. */
  hasOld(organisationId: OrganisationId): Promise<boolean>;
  /**
   * Removes some of the old records, the oldest first. May be repeated.
   * @param after the position of an earlier step; null at the beginning.
   * @returns how many records were removed, and the position of the next step; null at the end of the list.
   */
  removeSome(organisationId: OrganisationId, after: string | null): Promise<Removed>;
}

export interface Removed {
  readonly removed: number;
  readonly next: string | null;
}

/** How the records of a counted list expire. */
export interface Expiry<S extends z.ZodType = z.ZodType> {
  readonly list: ListedRecords<S>;
  /** Records are kept for this many days. Undefined: for ever. */
  readonly days: number | undefined;
  /** Other records of the list never expire. */
  readonly filter: ListFilter;
  /** Those of the records that nobody has used since the cutoff, an ISO instant. */
  due(organisationId: OrganisationId, records: readonly z.output<S>[], cutoff: string): Promise<z.output<S>[]>;
  /** What happens before the records are removed. May be repeated, with more or fewer records. */
  before?(organisationId: OrganisationId, records: readonly z.output<S>[]): Promise<void>;
  /** The writes that remove a record, at most two, on condition that the record is as it was read. */
  removal(organisationId: OrganisationId, record: z.output<S>): Promise<Write[]>;
}

/** Records that a step reads. */
const STEP = 200;
/** A transaction holds 4 MB, and a record up to 400 KB. */
const BATCH = 10;
/** Between two batches: a removal takes a third of the write units of the organisation's partition, at most. */
const PAUSE_MS = 50;

type ListDeps = Pick<Deps, 'table' | 'now' | 'newId'>;

/** The records of a list that are old enough to expire: others of them may have been used since. */
const oldRecords = <S extends z.ZodType>(deps: ListDeps, { list, filter }: Expiry<S>, cutoff: string) => ({
  list: recordList(deps, list),
  query: { filter, to: cutoff, order: 'oldest first' } as const,
});

export const cutoffOf = ({ now }: Pick<Deps, 'now'>, days: number): string => plusDays(now(), -days).toISOString();

/** A list of records as a pass goes over it. */
export const expiringRecords = <S extends z.ZodType>(deps: ListDeps, expiry: Expiry<S>): Expiring => ({
  name: expiry.list.definition.name,
  hasOld: (organisationId) => hasOldRecords(deps, expiry, organisationId),
  removeSome: (organisationId, after) => expireSome(deps, expiry, organisationId, after),
});

async function hasOldRecords<S extends z.ZodType>(
  deps: ListDeps,
  expiry: Expiry<S>,
  organisationId: OrganisationId,
): Promise<boolean> {
  if (expiry.days === undefined) return false;
  const { list, query } = oldRecords(deps, expiry, cutoffOf(deps, expiry.days));
  return (await list.ids(organisationId, query, 1)).length > 0;
}

/**
 * Removes those of the next records of a list that are older than their retention, the oldest first. Each batch and its
 * change of the list are one transaction, so that the counts are those of the records at every moment. A record that
 * changes meanwhile stays, and the pass of the next day reads it again.
 */
async function expireSome<S extends z.ZodType>(
  deps: ListDeps,
  expiry: Expiry<S>,
  organisationId: OrganisationId,
  after: string | null,
): Promise<Removed> {
  if (expiry.days === undefined) return { removed: 0, next: null };
  const cutoff = cutoffOf(deps, expiry.days);
  const { list, query } = oldRecords(deps, expiry, cutoff);
  const { records, last } = await list.next(organisationId, { ...query, after: after ?? undefined }, STEP);
  const due = await expiry.due(organisationId, records, cutoff);
  if (due.length > 0) await expiry.before?.(organisationId, due);
  let removed = 0;
  for (const batch of inGroups(due, BATCH)) {
    removed += await remove(batch);
    await wait(PAUSE_MS);
  }
  return { removed, next: last };

  async function remove(batch: readonly z.output<S>[]): Promise<number> {
    const removals = await Promise.all(batch.map((record) => expiry.removal(organisationId, record)));
    const lists = list.changes(
      organisationId,
      batch.map((before) => ({ before, after: null })),
    );
    if (await conditionHeld(transact(deps.table, { records: removals.flat(), lists }))) return batch.length;
    if (batch.length === 1) return 0;
    // One by one, so that a record that has changed does not keep the others.
    let alone = 0;
    for (const record of batch) alone += await remove([record]);
    return alone;
  }
}
