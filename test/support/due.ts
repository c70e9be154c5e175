import type { DueKind } from '../../lib/platform/table/keys.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { type DueEntry, overdue } from '../../lib/reconcile/due.ts';
import { letLagPass } from './index-lag.ts';

/** All entries that were due before a time, turn by turn, after the lag of the index. */
export async function overdueEntries(table: Table, kind: DueKind, before: Date): Promise<DueEntry[]> {
  await letLagPass(table);
  return (await Array.fromAsync(overdue(table, kind, before))).flat().flatMap(({ entries }) => entries);
}
