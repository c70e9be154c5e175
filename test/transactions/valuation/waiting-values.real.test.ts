import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { everyAlarm } from '../../../infra/monitoring-alarms.ts';
import { channels } from '../../../lib/channels/index.ts';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { MOST_ASKED } from '../../../lib/prices/questions.ts';
import { lateValues } from '../../../lib/transactions/late-values.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { mapConcurrent } from '../../../lib/values/concurrent.ts';
import { stageNamed } from '../../infra/stage-variants.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { metricsIn } from '../../support/embedded-metrics.ts';
import { quiet } from '../../support/quiet.ts';
import { aTokenTransfer, aTransfer, blockHash, uuid } from '../../support/records.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../../support/scenario.ts';
import { capturedLog } from '../../support/stderr.ts';
import { makeTable } from '../../support/table.ts';
import { priceDesk } from './price-desk.ts';
import { valueSimulation } from './value-simulation.ts';

quiet();

const BLOCK = blockHash('a');
const LARGE = { ruleType: 'large_transfer', conditions: { value_usd: { gte: 1000 } }, cooldownMinutes: 0 };
const out = { from: SENDER, to: RECEIVER, direction: 'outbound' } as const;
const token = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const fakes = Array.from({ length: 450 }, (_, n) => aTokenTransfer({ ...out, asset: 'FAKE', tokenAddress: token(n) }));

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let desk: ReturnType<typeof priceDesk>;
let simulation: ReturnType<typeof valueSimulation>;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  desk = priceDesk({ ETH: '3000', USDC: '1' });
  scenario = await makeScenario(deps, channels, desk);
  simulation = valueSimulation({ deps, scenario, prices: desk });
});

const stored = ({ id }: Pick<StoredTransaction, 'id'>) =>
  scenario.evaluation.transactions.get(scenario.organisation, id);

describe('a record that waits for the prices of 450 fakes', () => {
  it('causes at most 200 questions a minute, delays neither its coins nor other records, and settles', async () => {
    const { id: ruleId } = await scenario.makeRule(LARGE);
    desk.fail();
    const spam = await scenario.sight(1, BLOCK, { transfers: [...fakes, aTransfer(out)] });
    const other = await scenario.sight(2, BLOCK, { transfers: [aTokenTransfer({ ...out, amount: '5000' })] });
    await simulation.stream();
    desk.recover();
    const questions: number[] = [];
    const aMinute = async () => {
      const before = desk.asked.length;
      await simulation.minute();
      questions.push(desk.asked.length - before);
    };
    desk.asked.length = 0;
    await simulation.minute();
    await aMinute();
    expect(await stored(other)).toMatchObject({ valueUsd: '5000', valueStatus: 'known' });
    expect(await stored(spam)).toMatchObject({ valueUsd: '3000', valueStatus: 'pending' });
    expect((await scenario.events()).map((event) => event.ruleId)).toEqual([ruleId, ruleId]);
    for (let n = 0; n < 4; n++) await aMinute();
    expect(await stored(spam)).toMatchObject({ valueUsd: '3000', valueStatus: 'known' });
    expect(await scenario.events()).toHaveLength(2);
    // Ether and 450 fakes of one record, USDC of the other.
    expect(questions.reduce((total, count) => total + count)).toBe(452);
    expect(Math.max(...questions)).toBe(MOST_ASKED + 1);
  });

  it('waits for a price that fails as long as a usual record', async () => {
    desk.fail();
    const spam = await scenario.sight(1, BLOCK, { transfers: fakes });
    await simulation.stream();
    for (const minutes of [2, 60, 600, 1_000]) await simulation.minute(minutes);
    expect(await stored(spam)).toMatchObject({ valueStatus: 'unpriced' });
  });
});

describe('the metric of the alarm prices-failing', () => {
  const alarm = everyAlarm(stageNamed('prod')).find(({ name }) => name === 'prices-failing');
  const metric = alarm?.watches.kind === 'lines' ? alarm.watches.name : undefined;
  const Completed = z.looseObject({ event: z.literal('values.completed') });

  /** The greatest number in each period of the alarm. */
  async function periods(count: number): Promise<number[]> {
    const most: number[] = [];
    for (let period = 0; period < count; period++) {
      const lines = capturedLog();
      for (let n = 0; n < (alarm?.minutes ?? 0); n++) await simulation.minute();
      const metrics = lines.filter((line) => Completed.safeParse(line).success).flatMap(metricsIn);
      const values = metrics.filter(({ name }) => name === metric).map(({ value }) => value);
      expect(values).toHaveLength(5);
      most.push(Math.max(...values));
    }
    return most;
  }

  it('is above zero in each period of a quiet stage on which one record waits', async () => {
    desk.fail();
    await scenario.sight(1, BLOCK);
    await simulation.stream();
    expect(await periods(4)).toEqual([1, 1, 1, 1]);
    desk.recover();
    await simulation.minute(15);
    expect(await periods(1)).toEqual([0]);
  });

  it('leaves out the values of a suspended organisation', async () => {
    desk.fail();
    await scenario.sight(1, BLOCK);
    await simulation.stream();
    await simulation.minute(2);
    const suspensions = suspensionRepo(deps);
    await suspensions.suspend(scenario.organisation);
    expect(await periods(1)).toEqual([0]);
    await suspensions.resume(scenario.organisation);
    expect(await periods(1)).toEqual([1]);
  });
});

describe('a value that is given up after 24 hours', () => {
  it('stands in the log with its record, and counts for the alarm values-given-up', async () => {
    const alarm = everyAlarm(stageNamed('prod')).find(({ name }) => name === 'values-given-up');
    expect(alarm?.watches).toEqual({ kind: 'lines', name: 'valuesGivenUp' });
    desk.fail('USDC');
    const record = await scenario.sight(1, BLOCK, { transfers: [aTokenTransfer(out)] });
    // The price of this record comes back, so that it is not given up.
    desk.fail();
    await scenario.sight(2, BLOCK);
    desk.fail('USDC');
    await simulation.stream();
    /** What the log says about values that are given up, and the numbers of the metric, since the last call. */
    const lines = capturedLog();
    const said = () => {
      const since = lines.splice(0);
      const given = since.filter(({ event }) => event === 'value.given_up');
      return {
        given: given.map(({ level, organisation, transaction }) => ({ level, organisation, transaction })),
        counted: since
          .flatMap(metricsIn)
          .filter(({ name }) => name === 'valuesGivenUp')
          .map(({ value }) => value),
        completed: since.filter(({ event }) => event === 'values.completed').map(({ givenUp }) => givenUp),
      };
    };
    await simulation.minute(2);
    await simulation.minute(24 * 60 - 3);
    expect(said()).toEqual({ given: [], counted: [0, 0], completed: [0, 0] });
    await simulation.minute(2);
    expect(said()).toEqual({
      given: [{ level: 'error', organisation: scenario.organisation, transaction: record.id }],
      counted: [1],
      completed: [1],
    });
    await simulation.minute(60);
    expect(said()).toEqual({ given: [], counted: [0], completed: [0] });
  });
});

describe('the time since when values are delayed', () => {
  const delayedSince = (chain: 'ethereum' | 'base' = 'ethereum') =>
    lateValues(deps).delayedSince(scenario.organisation, chain);

  it('is that of the oldest record, not of the oldest block', async () => {
    desk.fail();
    const oldest = await scenario.sight(1, BLOCK);
    deps.advance(600);
    await scenario.record(2, { blockTimestamp: '2020-03-01T11:00:00.000Z' });
    expect(await delayedSince()).toBe(oldest.createdAt);
    expect(await delayedSince('base')).toBeNull();
  });

  it('is known for a chain with one of very many records that wait', async () => {
    desk.fail();
    const { createdAt: recordedAt } = await scenario.sight(1, BLOCK);
    const others = Array.from({ length: 300 }, (_, n) => keys.value(scenario.organisation, uuid(n)));
    await mapConcurrent(others, 8, (key) => write(table, { put: { ...key, recordedAt, chain: 'base', revision: 0 } }));
    expect(await delayedSince()).toBe(recordedAt);
    expect(await delayedSince('base')).toBe(recordedAt);
  });
});
