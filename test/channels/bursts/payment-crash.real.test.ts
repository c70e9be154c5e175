import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingTimer, testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY, type Plan } from '../../support/faults.ts';
import { attemptDeps, PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { blockHash } from '../../support/records.ts';
import { runs } from '../../support/sample.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { paceWith } from '../../support/turns.ts';
import { ownPayment } from './payment-scenario.ts';

quiet();

const faults = new Faults();
const { listener, received } = receiving((response: ServerResponse) => void response.end());
let table: Table;
let failingTable: Table;
let origin: string;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
  origin = `http://127.0.0.1:${await listen(createServer(listener))}`;
});
afterAll(closeAll);

const SEVERITIES = ['info', 'warning', 'critical'] as const;
type Severity = (typeof SEVERITIES)[number];

/** An organisation with a chat for each of the given sets of severities, and a rule for each given severity. */
async function anOrganisation(chats: readonly (readonly Severity[])[], severities: readonly Severity[]) {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  for (const [n, wanted] of chats.entries()) {
    const named = { name: `Chat ${n}`, kind: 'discord', isActive: true } as const;
    const match = wanted.length === 0 ? {} : { severities: [...wanted] };
    await createDestination(scenario.changing, scenario.organisation, {
      ...{ ...named, match, config: { url: `${origin}/chat` } },
    });
  }
  for (const [n, severity] of severities.entries()) {
    await scenario.makeRule({ name: `Rule ${n}`, severity, cooldownMinutes: 0 });
  }
  return { deps, scenario };
}

/** For each alert and chat: how many messages that were sent tell of the alert, by the record of the deliveries. */
async function timesTold(scenario: Scenario): Promise<number[]> {
  const deliveries = await scenario.deliveries();
  const sent = deliveries.filter(({ status }) => status === 'delivered');
  return deliveries.map(({ eventId, channel, status, id, summaryId }) => {
    expect(['delivered', 'summarised']).toContain(status);
    const telling = sent.filter(
      (each) =>
        each.channel.destinationId === channel.destinationId &&
        (each.id === id || (eventId !== null && each.tells?.includes(eventId) === true)),
    );
    if (status === 'summarised') expect(telling.map((each) => each.id)).toEqual([summaryId]);
    return telling.length;
  });
}

const RULES = ['info', 'critical', 'warning'] as const;

const ENDS = ['to somebody else', 'to an own wallet'] as const;
type To = (typeof ENDS)[number];

/** The records of a payment. */
const paid = async (scenario: Scenario, to: To): Promise<StoredTransaction[]> =>
  to === 'to an own wallet' ? Object.values(await ownPayment(scenario)) : [await scenario.sight(1, blockHash('a'))];

/** A payment that three rules match, with one recipient. */
async function run(plan: Plan, copies: number, to: To = 'to somebody else') {
  const { deps, scenario } = await anOrganisation([[]], RULES);
  const records = await paid(scenario, to);
  received.length = 0;
  const simulation = new PipelineSimulation({ deps, table: failingTable, faults, copies });
  for (const record of records) simulation.insert(scenario.organisation, record);
  faults.arm(plan);
  await simulation.settle();
  return scenario;
}

async function check(scenario: Scenario): Promise<void> {
  const { hit } = faults;
  expect(await timesTold(scenario)).toEqual([1, 1, 1]);
  const sent = (await scenario.deliveries()).filter(({ status }) => status === 'delivered');
  const posts = received.map(({ body }) => body.toString());
  if (hit === undefined) expect([sent.length, posts.length]).toEqual([1, 1]);
  // A process that dies in an attempt keeps the others waiting for some seconds only: they are told without it.
  expect(sent.length).toBeLessThanOrEqual(2);
  const unrecorded = hit?.done.includes('POST') === true;
  expect(posts.length - sent.length).toBeLessThanOrEqual(unrecorded ? 1 : 0);
  for (const rule of RULES.keys()) {
    const telling = new Set(posts.filter((post) => new RegExp(`· Rule ${rule}\\b|Rule ${rule} — fires`).test(post)));
    expect(telling.size).toBe(1);
  }
}

describe('The alerts of a payment are told once each', () => {
  it.each([
    ['before', 'dies', 1],
    ['after', 'dies', 1],
    ['before', 'goes on', 1],
    ['after', 'goes on', 2],
    ['twice', 'goes on', 1],
  ] as const)(
    'when a call fails %s it takes effect and the process %s, with each message %i times',
    async (fails, process, copies) => {
      const calls = await sweep(faults, { fails, process }, 14, async (plan) => check(await run(plan, copies)));
      expect(calls).toEqual(expect.arrayContaining(['POST', 'QueryCommand', 'TransactWriteItemsCommand']));
    },
  );

  it.each([
    ['before', 'dies'],
    ['after', 'dies'],
    ['after', 'goes on'],
  ] as const)(
    'at both ends of a payment between own wallets, when a call fails %s it takes effect and the process %s',
    async (fails, process) => {
      await sweep(faults, { fails, process }, 10, async (plan) => {
        const scenario = await run(plan, 1, 'to an own wallet');
        expect(await timesTold(scenario)).toEqual([1, 1, 1, 1, 1, 1]);
        const sent = (await scenario.deliveries()).filter(({ status }) => status === 'delivered');
        expect(sent.length).toBeLessThanOrEqual(faults.hit === undefined ? 1 : 2);
      });
    },
  );

  it('for all payments, rules, severities, recipients and orders of attempts, also at the same time', async () => {
    const severity = fc.constantFrom(...SEVERITIES);
    const chats = fc.array(fc.uniqueArray(severity), { minLength: 1, maxLength: 3 });
    const severities = fc.array(severity, { minLength: 1, maxLength: 6 });
    const order = fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), { maxLength: 8 });
    const ends = fc.constantFrom(...ENDS);
    const property = fc.asyncProperty(ends, chats, severities, order, async (to, wanted, rules, together) => {
      const { deps, scenario } = await anOrganisation(wanted, rules);
      const records = await paid(scenario, to);
      for (const record of records) await scenario.evaluate(record);
      const pace = paceWith();
      const attempting = attemptDeps(deps, recordingTimer(), undefined, undefined, undefined, pace);
      const deliveries = await scenario.deliveries();
      // The model: each chat gets the alerts of the severities that it wants.
      const expected = wanted.flatMap((own) => rules.filter((each) => own.length === 0 || own.includes(each)));
      expect(deliveries).toHaveLength(expected.length * records.length);
      const at = (n: number) => deliveries[n % deliveries.length] ?? [];
      for (const places of deliveries.length === 0 ? [] : together) {
        await Promise.all(places.flatMap(at).map((each) => attemptDelivery(attempting, nextAttemptOf(each))));
        deps.advance(1);
      }
      deps.advance(60);
      for (const each of deliveries) await attemptDelivery(attempting, nextAttemptOf(each));
      expect(await timesTold(scenario)).toEqual(deliveries.map(() => 1));
      // Nobody died and nothing fired late: each chat that gets an alert got one message.
      const sent = (await scenario.deliveries()).filter(({ status }) => status === 'delivered');
      const told = new Set(deliveries.map(({ channel }) => channel.destinationId));
      expect(sent).toHaveLength(told.size);
    });
    await fc.assert(property, { numRuns: runs(12, 200), endOnFailure: true });
  });
});

describe('The search for other alerts of a payment', () => {
  it('costs one query when one rule fires', async () => {
    const { deps, scenario } = await anOrganisation([[]], ['warning']);
    await scenario.evaluate(await scenario.sight(1, blockHash('a')));
    const [delivery] = await scenario.deliveries();
    if (delivery === undefined) throw new Error('nothing fired');
    const attempting = attemptDeps({ ...deps, table: failingTable }, recordingTimer());
    faults.arm(HEALTHY);
    await attemptDelivery(attempting, nextAttemptOf(delivery));
    const [claim, burst, others, destination, pace, record] = [
      ...['UpdateItemCommand', 'PutItemCommand', 'QueryCommand', 'GetItemCommand', 'UpdateItemCommand'],
      'TransactWriteItemsCommand',
    ];
    expect(faults.calls.toSorted()).toEqual([claim, burst, others, destination, pace, record].toSorted());
  });
});
