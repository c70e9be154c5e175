import { beforeEach, expect, it } from '@jest/globals';
import { makeCheckpoints } from '../../../lib/operation/checkpoints/all-checkpoints.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { changing, MAIL } from '../../channels/changes/changing.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults } from '../../support/faults.ts';
import { letLagPass } from '../../support/index-lag.ts';
import { noticesOfStream } from '../../support/notices-of-stream.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { list, signing } from './signing.ts';

/*
 * The stream of the table brings the entries of the audit log that the organisation must be told of. A record of the
 * stream may be lost after its retries: then the checkpoint of the entry brings it.
 */
quiet();

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const faults = new Faults();
let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let given: ReturnType<typeof changing>;

beforeEach(begin);

async function begin(): Promise<void> {
  table = await makeTable();
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  given = changing(deps, scenario);
  await list(deps, scenario.organisation);
  await scenario.changing.settings.change(scenario.organisation, { emails: [MAIL] });
}

const checkpoints = (own: Table = table) => makeCheckpoints({ ...signing(deps, scenario.queue), table: own });
const subjects = async () => (await given.notices()).map(({ body }) => JSON.parse(body).subject);
const DELETED = '[Chainwatch] Wallet deleted: Treasury';

/** Does what handover does, without the stream. */
async function handedOver(): Promise<void> {
  deps.advance(1);
  await letLagPass(table);
  await given.handOver();
}

it('A change whose record of the stream was lost is told once, after the checkpoint of its hour', async () => {
  await given.deleteWallet(scenario.wallet.id);
  await handedOver();
  expect(await subjects()).toEqual([]);
  deps.advance(2 * HOUR);
  await checkpoints();
  await handedOver();
  expect(await subjects()).toEqual([DELETED]);
  await given.tell();
  expect(await subjects()).toEqual([DELETED]);
});

it('A change that the stream has brought is told no second time after its checkpoint', async () => {
  await given.deleteWallet(scenario.wallet.id);
  await given.tell();
  deps.advance(2 * HOUR);
  await checkpoints();
  await given.tell();
  expect(await subjects()).toEqual([DELETED]);
});

it('A change of a month ago is told no more, because nobody knows then whether it was told', async () => {
  await given.deleteWallet(scenario.wallet.id);
  deps.advance(31 * DAY);
  await checkpoints();
  await noticesOfStream(deps, scenario.organisation);
  await handedOver();
  expect(await subjects()).toEqual([]);
});

it.each(['before', 'after'] as const)(
  'A run of the checkpoints that dies when a call fails %s its effect loses no change',
  async (fails) => {
    const calls = await sweep(faults, { fails, process: 'dies' }, 8, async (plan) => {
      await begin();
      await given.deleteWallet(scenario.wallet.id);
      deps.advance(2 * HOUR);
      const failing = openTable(table.name, faults.over(dynamoDb()));
      faults.arm(plan);
      while (!(await faults.process(() => checkpoints(failing))));
      await handedOver();
      expect(await subjects()).toEqual([DELETED]);
    });
    expect(calls).toEqual(expect.arrayContaining(['BatchGetItemCommand', 'PutItemCommand']));
  },
);
