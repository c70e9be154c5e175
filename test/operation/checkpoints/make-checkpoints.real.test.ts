import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeCheckpoints } from '../../../lib/operation/checkpoints/all-checkpoints.ts';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { dividedOrganisation } from '../../../lib/platform/table/organisation-parts.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { recordingQueue, type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY, type Plan } from '../../support/faults.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { enter, expectChain, list, logOf, problemOf, signing } from './signing.ts';

quiet();

const DAY = '2026-03-01T';
const faults = new Faults();
let table: Table;
let deps: TestDeps;
let organisation: OrganisationId;

beforeEach(async () => {
  table = await makeTable();
  deps = testDeps(table, `${DAY}00:00:00.000Z`);
  organisation = dividedOrganisation(deps.newId());
  await list(deps, organisation);
  faults.arm(HEALTHY);
});

const at = (time: string) => deps.setNow(new Date(`${DAY}${time}Z`));
const run = () => makeCheckpoints(signing(deps, recordingQueue()));

describe('The checkpoints of an audit log', () => {
  it('cover the hours that have entries, in one chain', async () => {
    for (const time of ['09:00:00.000', '09:59:59.999', '10:00:00.000', '13:30:00.000']) {
      await enter(deps, organisation, time);
    }
    at('14:20:00.000');
    expect(await run()).toEqual({ made: 3 });
    const { checkpoints } = await logOf(deps, organisation);
    expect(checkpoints.map(({ from, to, count }) => [from.slice(11, 16), to.slice(11, 16), count])).toEqual([
      ['09:00', '10:00', 2],
      ['10:00', '11:00', 1],
      ['11:00', '14:00', 1],
    ]);
    await expectChain(deps, organisation, `${DAY}14:00:00.000Z`);
    expect(await run()).toEqual({ made: 0 });
  });

  it('wait for 20 minutes, until no transaction from before can commit any more', async () => {
    await enter(deps, organisation, '09:30:00.000');
    at('10:19:59.999');
    expect(await run()).toEqual({ made: 0 });
    await enter(deps, organisation, '09:59:00.000');
    at('10:20:00.000');
    expect(await run()).toEqual({ made: 1 });
    await expectChain(deps, organisation, `${DAY}10:00:00.000Z`);
  });

  it('prove that an entry came too late', async () => {
    await enter(deps, organisation, '09:30:00.000');
    at('11:00:00.000');
    await run();
    await enter(deps, organisation, '09:31:00.000');
    const { entries, checkpoints } = await logOf(deps, organisation);
    expect(checkpoints.map((each) => problemOf(entries, each))).toEqual(['the entries are others']);
  });

  it('are the same when two runs work at once', async () => {
    for (const time of ['09:30:00.000', '10:30:00.000', '11:30:00.000']) await enter(deps, organisation, time);
    at('13:00:00.000');
    await Promise.all([run(), run(), run()]);
    await run();
    await expectChain(deps, organisation, `${DAY}12:00:00.000Z`);
  });

  it('go on after an outage, some of them in each run', async () => {
    for (let hour = 0; hour < 24; hour++) await enter(deps, organisation, `${String(hour).padStart(2, '0')}:30:00.000`);
    deps.setNow(new Date('2026-03-02T00:30:00.000Z'));
    await enter({ ...deps, now: deps.now }, organisation, '23:45:00.000');
    expect(await run()).toEqual({ made: 24 });
    await expectChain(deps, organisation, '2026-03-02T00:00:00.000Z');
  });

  it('of a suspended organisation are made after the suspension', async () => {
    await write(table, { put: { ...keys.organisation(organisation), name: 'Acme' } });
    await enter(deps, organisation, '09:30:00.000');
    at('10:00:00.000');
    await suspensionRepo(deps).suspend(organisation);
    at('11:20:00.000');
    expect(await run()).toEqual({ made: 0 });
    await suspensionRepo(deps).resume(organisation);
    expect(await run()).toEqual({ made: 2 });
    await expectChain(deps, organisation, `${DAY}11:00:00.000Z`);
  });

  it('of all organisations are made, although one of them fails', async () => {
    const others = Array.from({ length: 101 }, () => dividedOrganisation(deps.newId()));
    await Promise.all(others.map((other) => list(deps, other)));
    const some = [organisation, ...others.slice(0, 3)];
    for (const each of some) await enter(deps, each, '09:30:00.000');
    at('11:00:00.000');
    const { key, ...rest } = signing(deps, recordingQueue());
    let signed = 0;
    const fails = () => (signed++ === 0 ? Promise.reject(new Error('KMS is down')) : undefined);
    const failing = { ...key, sign: async (message: Uint8Array) => (await fails()) ?? key.sign(message) };
    await expect(makeCheckpoints({ ...rest, key: failing })).rejects.toThrow('1 organisations failed');
    expect(await run()).toEqual({ made: 1 });
    for (const each of some) await expectChain(deps, each, `${DAY}10:00:00.000Z`);
  });
});

/** The deliveries of an organisation by kind of event, with their bodies. */
const sent = async (scenario: Scenario) =>
  (await scenario.deliveries()).map(({ eventKind, body }) => [eventKind, JSON.parse(body)]);

describe('The webhook audit.checkpoint', () => {
  it('brings each checkpoint to the subscriptions that ask for it', async () => {
    const scenario = await makeScenario(deps);
    await list(deps, scenario.organisation);
    await scenario.makeWebhook('https://hooks.example.com/a', { events: ['audit.checkpoint'] });
    await scenario.makeWebhook('https://hooks.example.com/b');
    at('02:00:00.000');
    const queue = recordingQueue();
    await makeCheckpoints(signing(deps, queue));
    const { checkpoints } = await logOf(deps, scenario.organisation);
    expect(checkpoints).toHaveLength(1);
    expect(await sent(scenario)).toEqual([
      [
        'audit.checkpoint',
        { event: 'audit.checkpoint', occurred_at: deps.now().toISOString(), checkpoint: checkpoints[0] },
      ],
    ]);
    expect(queue.sent).toHaveLength(1);
  });
});

const PLANS: readonly Pick<Plan, 'fails' | 'process'>[] = [
  { fails: 'before', process: 'dies' },
  { fails: 'after', process: 'dies' },
  { fails: 'before', process: 'goes on' },
  { fails: 'after', process: 'goes on' },
];

describe.each(PLANS)('A run that $process when a call fails $fails its effect', (plan) => {
  it('leaves a chain without a gap, and one delivery of each checkpoint', async () => {
    async function scenarioWith(planned: Plan): Promise<void> {
      const own = testDeps(await makeTable(), `${DAY}00:00:00.000Z`);
      const scenario = await makeScenario(own);
      await list(own, scenario.organisation);
      await scenario.makeWebhook('https://hooks.example.com/a', { events: ['audit.checkpoint'] });
      for (const time of ['09:30:00.000', '10:10:00.000', '10:20:00.000']) {
        await enter(own, scenario.organisation, time);
      }
      const failing = signing({ ...own, table: openTable(own.table.name, faults.over(dynamoDb())) }, recordingQueue());
      const sign = (message: Uint8Array) => faults.around('sign', () => failing.key.sign(message));
      const send: typeof failing.queue.send = (messages) => faults.around('queue', () => failing.queue.send(messages));
      const work = { ...failing, key: { ...failing.key, sign }, queue: { send } };
      const attempt = async () => {
        try {
          await makeCheckpoints(work);
        } catch (error) {
          throw error instanceof AggregateError ? error.errors[0] : error;
        }
      };
      own.setNow(new Date(`${DAY}12:00:00.000Z`));
      faults.arm(planned);
      while (!(await faults.process(attempt)));
      await makeCheckpoints(signing(own, recordingQueue()));
      await expectChain(own, scenario.organisation, `${DAY}11:00:00.000Z`);
      const { checkpoints } = await logOf(own, scenario.organisation);
      expect(new Set((await sent(scenario)).map(([, { checkpoint }]) => checkpoint.id))).toEqual(
        new Set(checkpoints.map(({ id }) => id)),
      );
      expect(await sent(scenario)).toHaveLength(checkpoints.length);
    }
    const calls = await sweep(faults, plan, 12, scenarioWith);
    expect(calls).toEqual(expect.arrayContaining(['sign', 'queue', 'TransactWriteItemsCommand', 'QueryCommand']));
  });
});
