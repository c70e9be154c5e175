import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { actingFor } from '../../../lib/platform/audit/acting.ts';
import { auditEntries } from '../../../lib/platform/audit/audit-page.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { ApiError } from '../../../lib/values/errors.ts';
import { quiet } from '../../support/quiet.ts';
import { runs } from '../../support/sample.ts';
import { makeTable } from '../../support/table.ts';
import { Day, KINDS } from './day.ts';
import { act, acts, DAY_WITH_A_LINK } from './day-acts.ts';
import { applied, differingRecords } from './replay.ts';

/*
 * The records before a day, and the entries of the day, give the records after the day. A failure prints the seed and
 * the shortest day that fails.
 */
quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

const MINUTE = 60;

it('a day of changes is what its entries say: the records before and the entries give the records after', async () => {
  const actors = new Set<string>();
  const resources = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 40, maxLength: 120, size: 'max' }), async (all) => {
      const day = await new Day(table).begin();
      const { deps, organisation } = day;
      deps.advance(MINUTE);
      const before = await day.records();
      const from = deps.now().toISOString();
      for (const each of all) {
        deps.advance(MINUTE);
        try {
          await actingFor({ actor: each.by, requestId: deps.newId() }, () => acts[each.kind](day, each));
        } catch (error) {
          // A refused request changes nothing.
          if (!(error instanceof ApiError)) throw error;
        }
      }
      let told = before;
      for await (const { records } of auditEntries(deps, organisation, { from })) {
        for (const entry of records) told = applied(told, entry);
        for (const { actor, resource } of records) {
          actors.add(actor.kind);
          resources.add(resource);
        }
      }
      expect(differingRecords(told, await day.records())).toEqual([]);
    }),
    { numRuns: runs(12, 150), examples: [[DAY_WITH_A_LINK]] },
  );
  expect([...actors].sort()).toEqual(['key', 'link', 'operator', 'person']);
  expect([...resources].sort()).toEqual(Object.keys(KINDS).sort());
});
