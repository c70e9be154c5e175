import { levelKeys } from '../../../platform/table/level-keys.ts';
import { optimistically } from '../../../platform/table/optimistically.ts';
import { getItem, type Table } from '../../../platform/table/table.ts';
import { tryTransact } from '../../../platform/table/write.ts';
import type { StoredTransaction } from '../../../transactions/schema.ts';
import type { OrganisationId } from '../../../values/ids.ts';
import { EntryName, LeftBy, levelWrite, readAt, removalWrites } from './outflow-ledger.ts';

/** Records of other transactions change the same levels. */
const TRIES = 20;

interface RemovalDeps {
  readonly table: Table;
  now(): Date;
}

/**
 * Takes a transaction out of the sums of all rules, as far as its block is no longer part of the chain. Where its alert
 * told that a sum crossed the bound, the rule may fire again. The call may be repeated and may stop anywhere.
 */
export async function removeLeft(
  { table, now }: RemovalDeps,
  organisationId: OrganisationId,
  { id, inclusion, reorged }: Pick<StoredTransaction, 'id' | 'inclusion' | 'reorged'>,
): Promise<void> {
  const leftBy = await getItem(table, levelKeys.leftBy(organisationId, id), LeftBy);
  for (const name of leftBy?.entries ?? []) {
    const [ruleId, scope, at] = EntryName.parse(JSON.parse(name));
    const [ledger, place] = [
      { organisationId, ruleId, scope },
      { id, at },
    ];
    await optimistically(`the sums of rule ${ruleId}`, TRIES, async () => {
      const seen = await readAt(table, ledger, place);
      const { level, entry } = seen;
      if (level === null || entry === null) return 'gone';
      if (entry.inclusion > inclusion || (entry.inclusion === inclusion && !reorged)) return 'in the chain';
      const next = level.by === id ? { ...level, isAbove: false, by: null } : level;
      const refusal = await tryTransact(table, {
        level: levelWrite(ledger, level, next, now()),
        entry: removalWrites(ledger, place, seen, now()),
      });
      return refusal === null ? 'removed' : undefined;
    });
  }
}
