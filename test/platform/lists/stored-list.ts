import { type Compaction, compact } from '../../../lib/platform/lists/compact.ts';
import { countedList } from '../../../lib/platform/lists/counted-list.ts';
import type { ListDefinition, Sizes, Tuple } from '../../../lib/platform/lists/definition.ts';
import { dynamoDbListStore } from '../../../lib/platform/lists/dynamodb-list-store.ts';
import { listChange } from '../../../lib/platform/lists/tail.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { dividedOrganisation } from '../../../lib/platform/table/organisation-parts.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { conditionHeld, IF_ABSENT, IF_PRESENT, transact, type Write } from '../../../lib/platform/table/write.ts';
import { testDeps } from '../../support/deps.ts';
import { organisation as undivided } from '../../support/records.ts';
import { FOREVER, LIST, type ListModel, type ModelChange, SMALL, type Step } from './list-model.ts';

const organisation = dividedOrganisation(undivided);
/** Three tails, so that readers and compactors meet changes of several partitions. */
const TAILED: ListDefinition = { ...LIST, tails: 3 };

/** The store of the list of the tests. */
export const storeOf = (table: Table) => dynamoDbListStore(table, organisation, TAILED);

/** A compactor of the list, which can have a client and a clock of its own. */
export const compactIn = (table: Table, sizes: Sizes = SMALL, clock = testDeps(table)): Promise<Compaction> =>
  compact(LIST, storeOf(table), clock, { until: FOREVER, sizes });

/** A list in the table. Its records have keys and nothing else. */
export function storedList(table: Table, model: ListModel) {
  const deps = testDeps(table);

  /** The transaction that writes a record and changes the list. False when the record was written already. */
  function write({ id, time, minus, plus }: ModelChange): Promise<boolean> {
    const key = keys.transaction(organisation, id);
    const listed = (tuple: Tuple | undefined) => (tuple === undefined ? null : { id, time, tuple });
    const record: Write =
      minus === undefined
        ? { put: { ...key }, ...IF_ABSENT }
        : plus === undefined
          ? { delete: key, ...IF_PRESENT }
          : { update: key, set: { fields: plus }, ...IF_PRESENT };
    return conditionHeld(
      transact(table, {
        record,
        lists: listChange(deps, organisation, TAILED, [{ before: listed(minus), after: listed(plus) }]),
      }),
    );
  }

  return {
    list: countedList(LIST, storeOf(table)),
    write,
    async take(taken: Step): Promise<void> {
      if (taken.kind === 'compact') await compactIn(table);
      else {
        deps.advance(taken.late - 2);
        for (const change of model.take(taken)) {
          await write(change);
          // The second delivery of a new record changes nothing, and neither does the second delivery of a removal.
          if (change.minus === undefined || change.plus === undefined) await write(change);
        }
      }
    },
  };
}
