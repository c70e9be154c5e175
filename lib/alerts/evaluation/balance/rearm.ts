import { optimistically } from '../../../platform/table/optimistically.ts';
import type { Table } from '../../../platform/table/table.ts';
import { conditionHeld, write } from '../../../platform/table/write.ts';
import type { StoredTransaction } from '../../../transactions/schema.ts';
import { mapConcurrent } from '../../../values/concurrent.ts';
import type { OrganisationId } from '../../../values/ids.ts';
import type { CurrentRules } from '../../rules/current-rules.ts';
import { balanceLevel, balanceLevelWrite, levelWithout } from './balance-level.ts';

/** Other records and checks change the same levels. */
const TRIES = 20;
const AT_ONCE = 8;

interface RearmDeps {
  readonly table: Table;
  readonly currentRules: CurrentRules;
  now(): Date;
}

/**
 * Takes back what rules about balances have judged of an orphaned transaction and of what came after it, so that what
 * replaces its block is judged, and a crossing whose alert is retracted may fire again. The call may be repeated and
 * may stop anywhere.
 */
export async function rearmBalances(
  { table, currentRules, now }: RearmDeps,
  organisationId: OrganisationId,
  transaction: StoredTransaction,
): Promise<void> {
  const { id, inclusion, reorged, walletId, chain, blockNumber } = transaction;
  const { balanceRules } = await currentRules(organisationId);
  await mapConcurrent(balanceRules, AT_ONCE, ({ rule }) =>
    optimistically(`the balance that rule ${rule.id} judges`, TRIES, async () => {
      const place = { organisationId, ruleId: rule.id, walletId, chain };
      const level = await balanceLevel(table, place);
      if (level === null) return 'nothing judged';
      const without = levelWithout(
        level,
        ({ height, by }) =>
          // A transaction that has returned may stand in another block than before.
          (reorged && height >= blockNumber) ||
          (by?.id === id && (by.inclusion < inclusion || (by.inclusion === inclusion && reorged))),
      );
      const kept = without ?? level;
      const height = reorged ? Math.min(kept.height, blockNumber - 1) : kept.height;
      if (without === null && height === level.height) return 'as it was';
      const moving = write(table, balanceLevelWrite(place, level, { ...kept, height }, now()));
      return (await conditionHeld(moving)) ? 'moved' : undefined;
    }),
  );
}
