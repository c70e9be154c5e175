import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import type { Cooldown } from '../../../lib/alerts/evaluation/cooldown.ts';
import type { EvaluationBudget } from '../../../lib/alerts/evaluation/evaluation-budget.ts';
import { cooldownKeys, cooldownPrefixes } from '../../../lib/platform/table/cooldown-keys.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { getItem, openTable, queryPrefix, type Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY, type Plan } from '../../support/faults.ts';
import { PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { paired } from '../../support/sample.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

const faults = new Faults();
/** Two receivers. Each receiver answers its first POST with 500. */
const { listener, received } = receiving((response) => {
  const posts = received.filter(({ url }) => url === response.req.url).length;
  response.writeHead(posts === 1 ? 500 : 200).end();
});
let table: Table;
let failingTable: Table;
let base: string;

beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
  base = `http://127.0.0.1:${await listen(createServer(listener))}`;
});
afterAll(closeAll);

/** The process that starts the evaluation of the transaction, and the process that repeats a failed step. */
type Way =
  | 'stream and queues'
  | 'stream and queues, one decision at a time'
  | 'stream, then handover alone'
  | 'handover alone';

/** A budget for one decision. */
function smallBudget(): EvaluationBudget {
  let spent = 0;
  const spend = (steps: number) => {
    spent += steps;
  };
  return { repeats: false, spend, isUsedUp: () => spent > 0 };
}

/** A transaction on which one rule fires, one is suppressed and one does not match, with two receivers. */
async function run(way: Way, plan: Plan) {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const rules = {
    fires: await scenario.makeRule(),
    inCooldown: await scenario.makeRule({ cooldownMinutes: 60 }),
    other: await scenario.makeRule({ conditions: { direction: 'inbound' } }),
  };
  const { inCooldown } = rules;
  const lastFiredAt = deps.now().toISOString();
  const { organisation, wallet } = scenario;
  const state = { ruleId: inCooldown.id, version: 1, lastFiredAt, firedCount: 1 };
  await write(table, { put: { ...keys.ruleState(organisation, inCooldown.id, 0), ...state } });
  // The transaction is an import that no node has stated.
  const scope = `STATED#${wallet.id}`;
  const cooldown: Cooldown = {
    ...{
      startedAt: lastFiredAt,
      firedUsd: '3000',
      late: null,
      eventId: null,
      suppressedUsd: null,
      reported: 0,
      revision: 1,
    },
  };
  await write(table, { put: { ...cooldownKeys.cooldown(organisation, inCooldown.id, scope), ...cooldown } });
  await scenario.makeWebhook(`${base}/one`);
  await scenario.makeWebhook(`${base}/two`);
  const transaction = await scenario.record(1);
  received.length = 0;

  const simulation = new PipelineSimulation({
    deps,
    table: failingTable,
    faults,
    redelivers: way.startsWith('stream and queues'),
    ...(way === 'stream and queues, one decision at a time' && { budget: smallBudget }),
  });
  if (way === 'handover alone') deps.advance(121);
  else simulation.insert(scenario.organisation, transaction);
  faults.arm(plan);
  await simulation.settle();
  expect(await simulation.pending()).toBe(0);
  return { scenario, rules, lastFiredAt, createdAt: transaction.createdAt };
}

/** Checks that nothing is lost or done twice, except a POST when a crash prevents the record of its attempt. */
async function check({ scenario, rules, lastFiredAt, createdAt }: Awaited<ReturnType<typeof run>>): Promise<void> {
  const { hit } = faults;
  const events = await scenario.events();
  expect(events.map(({ ruleId }) => ruleId)).toEqual([rules.fires.id]);
  const stateOf = async (id: string) => {
    const { firedCount, suppressedCount, lastFiredAt } = await scenario.rule(id);
    return { firedCount, suppressedCount, lastFiredAt };
  };
  expect(await stateOf(rules.fires.id)).toEqual({ firedCount: 1, suppressedCount: 0, lastFiredAt: createdAt });
  expect(await stateOf(rules.inCooldown.id)).toEqual({ firedCount: 1, suppressedCount: 1, lastFiredAt });
  expect(await suppressedBy(scenario, rules.inCooldown.id, lastFiredAt)).toEqual({ count: 1, largestUsd: '3000' });
  expect(await stateOf(rules.other.id)).toEqual({ firedCount: 0, suppressedCount: 0, lastFiredAt: null });

  const deliveries = await scenario.deliveries();
  expect(deliveries.map(({ url, status }) => `${url} ${status}`).sort()).toEqual([
    `${base}/one delivered`,
    `${base}/two delivered`,
  ]);
  for (const delivery of deliveries) await checkAttempts(scenario, delivery);
  const unrecorded = hit?.done.includes('POST') === true && !hit.done.includes(RECORDING);
  expect(unrecorded ? [4, 5] : [4]).toContain(received.length);
}

/** What the cooldown of the wallet says of the matches that it suppressed. */
async function suppressedBy({ organisation, wallet }: Scenario, ruleId: string, startedAt: string) {
  const scope = `STATED#${wallet.id}`;
  const key = cooldownKeys.cooldown(organisation, ruleId, scope);
  const Count = z.object({ suppressed: z.number() });
  const counts = await queryPrefix(table, key.pk, cooldownPrefixes.inCooldown(scope, startedAt), Count);
  const cooldown = await getItem(table, key, z.object({ suppressedUsd: z.string().nullable() }));
  return { count: counts.reduce((sum, { suppressed }) => sum + suppressed, 0), largestUsd: cooldown?.suppressedUsd };
}

const RECORDING = 'TransactWriteItemsCommand';

async function checkAttempts(
  scenario: Scenario,
  { id, body, attemptsMade }: Awaited<ReturnType<Scenario['deliveries']>>[number],
) {
  const attempts = await scenario.attemptsOf(id);
  expect(attempts.map(({ n }) => n)).toEqual(Array.from({ length: attemptsMade }, (_, i) => i + 1));
  const posts = received.filter(({ headers }) => headers['x-service-delivery'] === id);
  expect(posts.length).toBeGreaterThanOrEqual(attemptsMade);
  for (const post of posts) expect(post.body.toString()).toBe(body);
}

const WAYS: readonly Way[] = [
  'stream and queues',
  'stream, then handover alone',
  'stream and queues, one decision at a time',
  'handover alone',
];

it.each(WAYS)(
  'a transaction makes one event, one delivery per channel and one POST per attempt when processed by %s',
  async (way) => {
    await check(await run(way, HEALTHY));
    expect(received.map(({ url }) => url).sort()).toEqual(['/one', '/one', '/two', '/two']);
  },
);

const PLANS: readonly [string, Pick<Plan, 'fails' | 'process'>][] = [
  ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
  ['dies after a call took effect', { fails: 'after', process: 'dies' }],
  ['goes on after a call failed without effect', { fails: 'before', process: 'goes on' }],
  ['goes on after the answer of a call was lost', { fails: 'after', process: 'goes on' }],
];

describe.each(paired(PLANS, WAYS).map(([[how, plan], way]) => ({ how, plan, way })))(
  'a process that $how',
  ({ plan, way }) => {
    it(`loses nothing and does nothing twice when the transaction is processed by ${way}`, async () => {
      const calls = await sweep(faults, plan, 4, async (planned) => check(await run(way, planned)));
      expect(calls).toEqual(expect.arrayContaining(['queue', 'timer', 'POST', RECORDING]));
    });
  },
);
