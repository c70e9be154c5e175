import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { type Limit, vendorDouble } from './vendor-double.ts';
import { type Vendor, vendors } from './vendor-rules.ts';

quiet();

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
});
afterAll(closeAll);

const ALERTS = 12;

/** Fires so many alerts at once at a destination of a vendor, and lets all work end. */
async function burst(vendor: Vendor, limits?: readonly Limit[]) {
  const double = await vendorDouble(vendor, deps.now, limits);
  const vendorUrls = { telegram: double.origin, pagerduty: double.origin };
  const simulation = new PipelineSimulation({ deps, table, vendors: vendorUrls, attemptsPerDestination: 5 });
  const configs: Partial<Record<Vendor, Record<string, string>>> = {
    telegram: { botToken: '1234567:AAEhBOweik', chatId: '-100' },
    pagerduty: { routingKey: 'R02BT5YQ4S3L' },
  };
  await createDestination(scenario.changing, scenario.organisation, {
    name: 'Desk',
    kind: vendor,
    config: configs[vendor] ?? { url: `${double.origin}/one` },
    match: {},
    isActive: true,
  });
  await scenario.makeRule({ cooldownMinutes: 0 });
  const began = deps.now();
  // So few are no burst that becomes one message.
  for (let n = 1; n <= ALERTS; n++) simulation.insert(scenario.organisation, await scenario.record(n));
  await simulation.settle();
  const seconds = (deps.now().getTime() - began.getTime()) / 1000;
  return { ...double, seconds, deliveries: await scenario.deliveries() };
}

/** Each of three rules fires on 21 payments. No payment fires two rules: its alerts would be one message. */
async function alertsOfThreeRules(simulation: PipelineSimulation): Promise<void> {
  for (const [place, valueDecimal] of ['1', '2', '3'].entries()) {
    const usd = 3000 * Number(valueDecimal);
    await scenario.makeRule({
      ...{ name: `Rule ${valueDecimal}`, ruleType: 'large_transfer', cooldownMinutes: 0 },
      conditions: { value_usd: { gt: usd - 1, lt: usd + 1 } },
    });
    for (let n = 1; n <= 21; n++) {
      simulation.insert(scenario.organisation, await scenario.record(100 * place + n, { valueDecimal }));
    }
  }
}

describe.each(vendors)('%s', (vendor) => {
  it('gets every alert of a burst within its published limit, and refuses none', async () => {
    const { accepted, refused, deliveries } = await burst(vendor);
    expect(refused).toEqual([]);
    expect(accepted).toHaveLength(ALERTS);
    expect(new Set(accepted.map((body) => JSON.stringify(body))).size).toBe(ALERTS);
    expect(deliveries.map(({ status, attemptsMade }) => [status, attemptsMade])).toEqual(
      Array(ALERTS).fill(['delivered', 1]),
    );
  });

  it('gets every alert although it takes fewer than it publishes, and no refusal uses up an attempt', async () => {
    const { accepted, refused, deliveries } = await burst(vendor, [{ most: 2, seconds: 20 }]);
    expect(refused.every(({ status }) => status === 429)).toBe(true);
    expect(refused.length).toBeGreaterThan(0);
    // Whoever is refused keeps the others waiting.
    expect(refused.length).toBeLessThan(ALERTS * 4);
    expect(accepted).toHaveLength(ALERTS);
    expect(deliveries.map(({ status, attemptsMade }) => [status, attemptsMade])).toEqual(
      Array(ALERTS).fill(['delivered', 1]),
    );
  });
});

it('asks a receiver seldom that refuses a message all the time and wants it again in a second', async () => {
  const { listener, received } = receiving((response) => void response.writeHead(429, { 'Retry-After': '1' }).end());
  const url = `http://127.0.0.1:${await listen(createServer(listener))}/one`;
  const simulation = new PipelineSimulation({ deps, table });
  const { id } = await createDestination(scenario.changing, scenario.organisation, {
    ...{ name: 'Desk', kind: 'teams', config: { url }, match: {}, isActive: true },
  });
  await scenario.makeRule({ cooldownMinutes: 0 });
  simulation.insert(scenario.organisation, await scenario.record(1));
  await simulation.runFor(1800);
  expect(received.length).toBeGreaterThan(20);
  expect(received.length).toBeLessThan(150);
  expect(await scenario.deliveries()).toMatchObject([{ status: 'pending', attemptsMade: 0 }]);
  await scenario.evaluation.destinations.remove(scenario.organisation, id);
  await simulation.settle();
});

it('gets the messages about many alerts of several rules one after the other, too', async () => {
  const { origin, accepted, refused } = await vendorDouble('slack', deps.now);
  const simulation = new PipelineSimulation({ deps, table, attemptsPerDestination: 5 });
  await createDestination(scenario.changing, scenario.organisation, {
    ...{ name: 'Desk', kind: 'slack', config: { url: `${origin}/one` }, match: {}, isActive: true },
  });
  await alertsOfThreeRules(simulation);
  await simulation.settle();
  expect(refused).toEqual([]);
  expect(accepted).toHaveLength(3 * 20 + 3);
});

it('gives messages about many alerts a day at a busy vendor, although they waited for longer before', async () => {
  const { origin, accepted } = await vendorDouble('slack', deps.now);
  const simulation = new PipelineSimulation({ deps, table, attemptsPerDestination: 5 });
  await createDestination(scenario.changing, scenario.organisation, {
    ...{ name: 'Desk', kind: 'slack', config: { url: `${origin}/one` }, match: {}, isActive: true },
  });
  await alertsOfThreeRules(simulation);
  await simulation.runFor(58);
  // As when the organisation is suspended for some days.
  deps.advance(5 * 24 * 3600);
  await simulation.settle();
  expect(accepted).toHaveLength(3 * 20 + 3);
  const summaries = (await scenario.deliveries()).filter(({ eventKind }) => eventKind === 'alert.summary');
  expect(summaries.map(({ status, attemptsMade }) => [status, attemptsMade])).toEqual(Array(3).fill(['delivered', 1]));
});
