import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { handler } from '../../../functions/pipelines/compact-lists.ts';
import { auditList } from '../../../lib/platform/audit/audit-entry.ts';
import { PendingNotice } from '../../../lib/platform/audit/pending-notice.ts';
import { compactList, recordList } from '../../../lib/platform/lists/index.ts';
import { auditKeys } from '../../../lib/platform/table/audit-keys.ts';
import { tailPartitions } from '../../../lib/platform/table/counted-list-keys.ts';
import { queryKind, type Table } from '../../../lib/platform/table/table.ts';
import { createWallets } from '../../../lib/wallets/bulk-creation.ts';
import { walletList } from '../../../lib/wallets/wallet-list.ts';
import { changing } from '../../channels/changes/changing.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { startFunctions } from '../../support/functions.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

/** What the stream of the table brings to compact-lists. */
quiet();

let table: Table;
let functions: Awaited<ReturnType<typeof startFunctions>>;
let deps: TestDeps;
let scenario: Scenario;
beforeAll(async () => {
  table = await makeTable();
  functions = await startFunctions(table);
});
afterAll(() => functions.stop());
beforeEach(async () => {
  deps = testDeps(table, new Date(Date.now() - 60_000).toISOString());
  scenario = await makeScenario(deps);
});

const Keys = z.looseObject({ pk: z.string(), sk: z.string() });

/** The records of the stream for the changes of a list. */
async function changesOf({ definition }: Pick<typeof auditList | typeof walletList, 'definition'>) {
  const records: DynamoDBRecord[] = [];
  for (const pk of tailPartitions(scenario.organisation, definition)) {
    const asked = { TableName: table.name, KeyConditionExpression: 'pk = :pk AND begins_with(sk, :changes)' };
    const values = { ':pk': pk, ':changes': 'C#' };
    const { Items = [] } = await table.client.send(
      new QueryCommand({ ...asked, ExpressionAttributeValues: values, ConsistentRead: true }),
    );
    for (const item of Items) records.push(recordOf(Keys.parse(item)));
  }
  return records;
}

const imageOf = (item: object) => JSON.parse(JSON.stringify(marshall(item)));

const recordOf = ({ pk, sk, ...item }: z.output<typeof Keys>): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: { Keys: imageOf({ pk, sk }), NewImage: imageOf({ pk, sk, ...item }) },
});

const unknownList = (name: string): DynamoDBRecord =>
  recordOf({ pk: `ORG#${scenario.organisation}#LIST#${name}`, sk: 'C#1', entries: '[]', compact: 'yes' });

const pending = () => queryKind(table, auditKeys.pendingNotice(scenario.organisation, ''), PendingNotice);

it('A change that its organisation hears of has one pending notice, also when the stream repeats it', async () => {
  await changing(deps, scenario).deleteWallet(scenario.wallet.id);
  const records = (await changesOf(auditList)).filter(({ dynamodb }) => dynamodb?.NewImage?.notice !== undefined);
  await handler({ Records: [...records, ...records] });
  await handler({ Records: records });
  expect(await pending()).toMatchObject([{ resource: 'wallet', notable: { action: 'deleted', name: 'Treasury' } }]);
});

it('A list that cannot be compacted holds up no notice', async () => {
  await changing(deps, scenario).deleteWallet(scenario.wallet.id);
  const records = (await changesOf(auditList)).filter(({ dynamodb }) => dynamodb?.NewImage?.notice !== undefined);
  await expect(handler({ Records: [unknownList('A'), ...records] })).rejects.toThrow('belongs to no list');
  expect(await pending()).toHaveLength(1);
});

it('A list that cannot be compacted holds up no other list', async () => {
  const [first, second] = [unknownList('A'), unknownList('B')];
  await expect(handler({ Records: [first, second] })).rejects.toThrow('2 of 2 failed');
});

it('A compaction whose time is over asks for the next run, which needs no other change of the list', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => ({
    label: `Desk ${n}`,
    ...{ address: `0x${String(n).padStart(40, 'a')}`, chains: ['base'] },
  }));
  await createWallets(deps, scenario.organisation, rows);
  const before = await changesOf(walletList);
  expect(await compactList(deps, walletList, scenario.organisation, { until: deps.now() })).toBe('unfinished');
  const after = await changesOf(walletList);
  const known = new Set(before.map(({ dynamodb }) => dynamodb?.Keys?.sk?.S));
  const asked = after.filter(({ dynamodb }) => !known.has(dynamodb?.Keys?.sk?.S));
  expect(asked).toMatchObject([{ dynamodb: { NewImage: { entries: { S: '[]' }, compact: { S: 'yes' } } } }]);
  await handler({ Records: asked });
  expect((await changesOf(walletList)).length).toBeLessThan(before.length);
  expect(await recordList(deps, walletList).count(scenario.organisation, { filter: {} })).toBe(rows.length + 1);
});

it('The packed changes of a bulk are no notice', async () => {
  const rows = Array.from({ length: 9 }, (_, n) => ({
    label: `Desk ${n}`,
    ...{ address: `0x${String(n).padStart(40, '1')}`, chains: ['base'] },
  }));
  await createWallets(deps, scenario.organisation, rows);
  const records = await changesOf(walletList);
  expect(records.some(({ dynamodb }) => dynamodb?.NewImage?.entries?.B !== undefined)).toBe(true);
  await handler({ Records: records });
  expect(await pending()).toEqual([]);
});
