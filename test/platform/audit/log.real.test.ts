import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { compactPartition } from '../../../lib/operation/lists/counted-lists.ts';
import { expiringAudit } from '../../../lib/operation/retention/expiring-audit.ts';
import { type AuditEntry, auditList } from '../../../lib/platform/audit/audit-entry.ts';
import { audited } from '../../../lib/platform/audit/audit-log.ts';
import { auditEntries, auditPage, entriesAdded } from '../../../lib/platform/audit/audit-page.ts';
import { AuditQuery } from '../../../lib/platform/audit/audit-query.ts';
import { compactList } from '../../../lib/platform/lists/index.ts';
import { listPartition, tailPartitions } from '../../../lib/platform/table/counted-list-keys.ts';
import { dividedOrganisation } from '../../../lib/platform/table/organisation-parts.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { transact } from '../../../lib/platform/table/write.ts';
import { putAll } from '../../../lib/platform/table/write-all.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults, type Plan } from '../../support/faults.ts';
import { chargedBy, withoutConnection } from '../../support/front.ts';
import { quiet } from '../../support/quiet.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

/*
 * The list of the audit log holds the entries whole. Whether an entry is still in the tail, or in a run, or in the
 * tree: readers find it, with everything that was written.
 */
quiet();

const DAY = 24 * 60 * 60;
const DAYS = 400;
/** More than twelve runs, so that a compaction merges. */
const MANY = 430;
/** To read all leaves with one of the forty entries costs 16 units. */
const MOST_UNITS_OF_A_RECORD = 12;
let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

interface Log {
  readonly deps: TestDeps;
  readonly organisation: OrganisationId;
}

const newLog = (): Log => {
  const deps = testDeps(table);
  return { deps, organisation: dividedOrganisation(deps.newId()) };
};

/** Writes entries, one a second, each with a name that tells its number. */
async function written({ deps, organisation }: Log, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const entry = { action: 'create', resource: 'rule', id: `rule ${n % 7}`, after: { name: `Rule ${n}` } } as const;
    await transact(table, { audit: audited(deps, organisation, entry) });
    deps.advance(1);
  }
}

const compacted = ({ deps, organisation }: Log) =>
  compactPartition(deps, listPartition(organisation, auditList.definition.name));

async function inOrder({ deps, organisation }: Log, range = {}): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const { records } of auditEntries(deps, organisation, range)) entries.push(...records);
  return entries;
}

const namesOf = (entries: readonly AuditEntry[]) => entries.map(({ changes: [change] }) => change?.after);
const numbered = (from: number, until: number) => Array.from({ length: until - from }, (_, n) => `Rule ${from + n}`);
const page = ({ deps, organisation }: Log, query: object = {}) =>
  auditPage(deps, organisation, AuditQuery.parse({ pageSize: '100', ...query }));

describe('The list of the audit log', () => {
  it('has each entry whole and once, in the tail, in the runs and in the tree', async () => {
    const log = newLog();
    await written(log, MANY);
    const before = await inOrder(log);
    expect(namesOf(before)).toEqual(numbered(0, MANY));
    await compacted(log);
    await written(log, 3);
    expect((await inOrder(log)).slice(0, MANY)).toEqual(before);
    expect((await page(log)).meta.total).toBe(MANY + 3);
    expect(namesOf((await page(log)).data.slice(0, 4))).toEqual(['Rule 2', 'Rule 1', 'Rule 0', `Rule ${MANY - 1}`]);
    const ofOne = await page(log, { resourceId: 'rule 3' });
    expect(ofOne.meta.total).toBe(Math.ceil((MANY - 3) / 7));
    expect(new Set(ofOne.data.map(({ resourceId }) => resourceId))).toEqual(new Set(['rule 3']));
    expect((await page(log, { resourceId: 'rule' })).meta.total).toBe(0);
  });

  it('answers the entries of a record for few read units, though each is among many others', async () => {
    const log = newLog();
    const { deps, organisation } = log;
    // DynamoDB refuses so many writes in a second, and this client tries again.
    const patient = openTable(table.name, new DynamoDBClient({ ...withoutConnection, maxAttempts: 20 }));
    const puts = Array.from({ length: 1_200 }, (_, n) => {
      deps.advance(60.001);
      const id = n % 30 === 7 ? 'busy' : `rule ${n % 499}`;
      return audited(deps, organisation, { action: 'create', resource: 'rule', id, after: { name: `Rule ${n}` } });
    });
    await putAll(
      patient,
      puts.flat().map(({ put }) => put),
    );
    // Three runs, which leave nothing in the tail.
    const sizes = { run: 400, runs: 1, leaf: 66, node: 36 };
    await compactList({ ...deps, table: patient }, auditList, organisation, { until: new Date(8.64e15), sizes });
    const answered = async (query: object) => {
      // A table of its own: a process that remembers nothing of the list.
      const cold = { ...log, deps: { ...deps, table: openTable(table.name, dynamoDb()) } };
      let total = 0;
      const charged = await chargedBy(async () => {
        total = (await page(cold, { pageSize: '50', ...query })).meta.total;
      });
      return { total, units: [...charged.values()].reduce((sum, { read }) => sum + read, 0) };
    };
    for (const query of [{ resourceId: 'busy' }, { resourceId: 'busy', resource: 'rule', action: 'create' }]) {
      const { total, units } = await answered(query);
      expect(total).toBe(40);
      expect(units).toBeLessThan(MOST_UNITS_OF_A_RECORD);
    }
  });

  it('yields the entries of a range of time, the oldest first, and goes on behind a step', async () => {
    const log = newLog();
    await written(log, 20);
    const all = await inOrder(log);
    const range = { from: all[5]?.at, to: all[14]?.at };
    expect(await inOrder(log, range)).toEqual(all.slice(5, 15));
    const first = await auditEntries(log.deps, log.organisation, range, { step: 4 }).next();
    expect(first.value?.records).toEqual(all.slice(5, 9));
    expect(await inOrder(log, { ...range, after: first.value?.last })).toEqual(all.slice(9, 15));
  });

  it('spreads the new entries over partitions, in items that name the resource and hold the entry', async () => {
    const log = newLog();
    for (let n = 0; n < 8; n++) {
      await written(log, 1);
      log.deps.setNow(new Date(log.deps.now().getTime() + 1));
    }
    const items = await Promise.all(
      tailPartitions(log.organisation, auditList.definition).map(async (pk) => {
        const asked = { TableName: table.name, KeyConditionExpression: 'pk = :pk' };
        const { Items } = await table.client.send(
          new QueryCommand({ ...asked, ExpressionAttributeValues: { ':pk': pk } }),
        );
        return Items ?? [];
      }),
    );
    expect(items.filter((own) => own.length > 0).length).toBeGreaterThan(1);
    expect(items.flat().map(({ audit }) => audit)).toEqual(Array(8).fill('rule'));
    const added = items.flat().flatMap((item) => entriesAdded(log.deps, item).map(({ entry }) => entry));
    expect(added.toSorted((a, b) => (a.at < b.at ? -1 : 1))).toEqual(await inOrder(log));
  });
});

describe('The retention of the audit log', () => {
  const faults = new Faults();

  async function attempt(plan: Plan): Promise<void> {
    const log = newLog();
    const { deps, organisation } = log;
    await written(log, 40);
    await compacted(log);
    deps.advance(DAYS * DAY - 15);
    const failing = { ...deps, table: openTable(table.name, faults.over(dynamoDb())) };
    faults.arm(plan);
    await faults.process(() => expiringAudit(failing, DAYS).removeSome(organisation, null));
    const left = namesOf(await inOrder(log));
    expect([numbered(0, 40), numbered(26, 40)]).toContainEqual(left);
    expect((await page(log)).meta.total).toBe(left.length);
    while ((await expiringAudit(deps, DAYS).removeSome(organisation, null)).next !== null);
    expect(namesOf(await inOrder(log))).toEqual(numbered(26, 40));
    expect((await page(log)).meta.total).toBe(14);
  }

  it.each(['before', 'after'] as const)(
    'removes each old entry once, and no other, when a call dies %s its effect',
    async (fails) => {
      const calls = await sweep(faults, { fails, process: 'dies' }, 4, attempt);
      expect(calls).toContain('TransactWriteItemsCommand');
    },
  );

  it('removes no entry twice when two runs work at once', async () => {
    const log = newLog();
    await written(log, 40);
    log.deps.advance(DAYS * DAY - 15);
    const remove = () => expiringAudit(log.deps, DAYS).removeSome(log.organisation, null);
    const removed = await Promise.all([remove(), remove()]);
    expect(removed.reduce((sum, each) => sum + each.removed, 0)).toBe(26);
    expect(namesOf(await inOrder(log))).toEqual(numbered(26, 40));
    expect((await page(log)).meta.total).toBe(14);
  });
});
