import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { recordList } from '../../platform/lists/index.ts';
import { conditionHeld, transact } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { plusDays } from '../../values/time.ts';
import type { Expiry } from './expiry.ts';

/** A transaction holds 4 MB, and a record up to 400 KB. */
const BATCH = 10;
/** Between two batches: a removal takes a third of the write units of the organisation's partition, at most. */
const PAUSE_MS = 50;

/** Where the walk over a list begins, and what happens after each of its steps. */
export interface ExpiryRun {
  /** The position of an earlier run; null at the beginning. */
  readonly after: string | null;
  isOver(): boolean;
  save(after: string): Promise<void>;
}

/**
 * Removes the records of a list that are older than their retention, the oldest first. Each batch and its change of the
 * list are one transaction, so that the counts are those of the records at every moment. A record that changes
 * meanwhile stays, and the pass of the next day reads it again.
 * @returns how many records were removed, and whether the walk came to its end before the time was over.
 */
export async function expireList<S extends z.ZodType>(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  expiry: Expiry<S>,
  organisationId: OrganisationId,
  { after, isOver, save }: ExpiryRun,
): Promise<{ removed: number; isComplete: boolean }> {
  if (expiry.days === undefined) return { removed: 0, isComplete: true };
  const cutoff = plusDays(deps.now(), -expiry.days).toISOString();
  const list = recordList(deps, expiry.list);
  const query = { filter: expiry.filter, to: cutoff, order: 'oldest first', after: after ?? undefined } as const;
  let removed = 0;
  for await (const { records, last } of list.walk(organisationId, query)) {
    const due = await expiry.due(organisationId, records, cutoff);
    if (due.length > 0) await expiry.before(organisationId, due);
    for (let n = 0; n < due.length; n += BATCH) {
      removed += await remove(due.slice(n, n + BATCH));
      await wait(PAUSE_MS);
    }
    await save(last);
    if (isOver()) return { removed, isComplete: false };
  }
  return { removed, isComplete: true };

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
