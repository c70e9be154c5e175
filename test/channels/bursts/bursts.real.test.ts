import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { channels } from '../../../lib/channels/index.ts';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import { deliveryResponse } from '../../../lib/deliveries/delivery-response.ts';
import { replay } from '../../../lib/deliveries/replay-deliveries-of.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingTimer, type TestDeps, testDeps } from '../../support/deps.ts';
import { attemptDeps, PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { putDelivery } from '../../support/put-delivery.ts';
import { quiet } from '../../support/quiet.ts';
import { aDelivery, aTransfer, blockHash, uuid } from '../../support/records.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { paceWith } from '../../support/turns.ts';

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

async function aReceiver() {
  const { listener, received } = receiving((response: ServerResponse) => void response.end());
  const origin = `http://127.0.0.1:${await listen(createServer(listener))}`;
  const simulation = new PipelineSimulation({ deps, table, vendors: { pagerduty: origin } });
  const bodiesTo = (path: string) => received.filter(({ url }) => url === path).map(({ body }) => body.toString());
  return { origin, received, simulation, bodiesTo };
}

const make = (kind: 'discord' | 'slack' | 'pagerduty', config: Record<string, string>) =>
  createDestination(scenario.changing, scenario.organisation, {
    name: 'Desk',
    match: {},
    isActive: true,
    kind,
    config,
  });

/** Fires `count` alerts within a minute. The amounts rise, so that the last is the largest. */
async function fire(simulation: PipelineSimulation, from: number, count: number, settles = true) {
  const made = [];
  for (let n = from; n < from + count; n++) {
    const amounts = { amount: String(n), valueUsd: String(3000 * n) };
    const transfers = [aTransfer({ from: SENDER, to: RECEIVER, direction: 'outbound', ...amounts })];
    const transaction = await scenario.sight(n, blockHash('a'), { transfers });
    simulation.insert(scenario.organisation, transaction);
    made.push(transaction);
  }
  if (settles) await simulation.settle();
  return made;
}

const stateOf = async () => {
  const all = await scenario.deliveries();
  return {
    summaries: all.filter(({ eventKind }) => eventKind === 'alert.summary'),
    delivered: all.filter(({ eventKind, status }) => eventKind === 'alert.fired' && status === 'delivered'),
    summarised: all.filter(({ status }) => status === 'summarised'),
  };
};

describe('Many alerts of a rule within a minute', () => {
  it('are twenty messages and one that tells of the others, and stay events of their own', async () => {
    const { origin, simulation, bodiesTo } = await aReceiver();
    await make('discord', { url: `${origin}/chat` });
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    await fire(simulation, 1, 25);
    const { summaries, delivered, summarised } = await stateOf();
    expect([summaries.length, delivered.length, summarised.length]).toEqual([1, 20, 5]);
    expect(await scenario.events()).toHaveLength(25);
    const [summary] = summaries;
    expect(summary).toMatchObject({ status: 'delivered', ruleId: rule.id, eventId: null, attemptsMade: 1 });
    expect(summary?.alertSummary).toMatch(/^\w+: 5 more alerts of the rule Any at once$/);
    expect(new Set(summarised.map(({ summaryId }) => summaryId))).toEqual(new Set([summary?.id]));
    const bodies = bodiesTo('/chat');
    expect(bodies).toHaveLength(21);
    const last = bodies.at(-1) ?? '';
    expect(last).toContain('5 more alerts of the rule Any at once');
    expect(last).toContain('Treasury paid 25 ETH');
    expect(last).toContain(`/alerts?ruleId=${rule.id}`);
    for (const { attemptsMade, deliveredAt } of summarised) expect([attemptsMade, deliveredAt]).toEqual([0, null]);
    const [first] = summarised;
    if (first === undefined) throw new Error('nothing was summarised');
    const shown = await deliveryResponse(scenario.evaluation.deliveries, first);
    expect(shown).toMatchObject({ status: 'summarised', summaryId: summary?.id, event: 'alert.fired' });
  });

  it('are counted once each when all are attempted at the same time, each message twice', async () => {
    const { origin, bodiesTo } = await aReceiver();
    const { id: destinationId, url } = await make('discord', { url: `${origin}/chat` });
    const createdAt = deps.now().toISOString();
    const alertOf = (n: number) =>
      aDelivery({
        ...{ id: deps.newId(), organisationId: scenario.organisation, webhookId: null, ruleId: uuid(3) },
        ...{ eventId: deps.newId(), channel: { kind: 'discord', destinationId }, url, createdAt },
        ...{ body: JSON.stringify({ alert: n }), nextAttemptAt: createdAt },
      });
    const waiting = Array.from({ length: 40 }, (_, n) => alertOf(n));
    for (const delivery of waiting) await putDelivery(deps, delivery);
    const timer = recordingTimer();
    // Vendors take one message after the other, and the others would wait for their time.
    const pace = paceWith();
    const attempting = attemptDeps(deps, timer, undefined, undefined, undefined, pace);
    await Promise.all([...waiting, ...waiting].map((delivery) => attemptDelivery(attempting, nextAttemptOf(delivery))));
    const before = await stateOf();
    expect([before.delivered.length, before.summarised.length, before.summaries.length]).toEqual([20, 20, 1]);
    expect(timer.waits).toHaveLength(1);
    const [summary] = before.summaries;
    if (summary === undefined) throw new Error('no summary was made');
    // Nobody can send the summary before its minute is over.
    await attemptDelivery(attempting, nextAttemptOf(summary));
    expect(bodiesTo('/chat')).toHaveLength(20);
    deps.advance(61);
    // The minute is over, but its summary has no text yet: it tells of this alert as well.
    const late = alertOf(40);
    await putDelivery(deps, late);
    await attemptDelivery(attempting, nextAttemptOf(late));
    await attemptDelivery(attempting, nextAttemptOf(summary));
    expect(bodiesTo('/chat').at(-1)).toContain('21 more alerts');
    expect((await stateOf()).summarised.map(({ summaryId }) => summaryId)).toEqual(Array(21).fill(summary.id));
    expect(new Set(bodiesTo('/chat')).size).toBe(21);
  });

  it('are sent one by one to subscriptions, to the URL of a rule and to a pager', async () => {
    const { origin, simulation, bodiesTo } = await aReceiver();
    await make('pagerduty', { routingKey: 'R02BT5YQ4S3L' });
    await scenario.makeWebhook(`${origin}/hook`);
    await scenario.makeRule({ cooldownMinutes: 0, customWebhookUrl: `${origin}/custom` });
    await fire(simulation, 1, 22);
    expect([bodiesTo('/hook'), bodiesTo('/v2/enqueue')].map(({ length }) => length)).toEqual([22, 22]);
    expect((await stateOf()).summaries).toEqual([]);
  });

  it('count for each rule and for each destination', async () => {
    const { origin, simulation, bodiesTo } = await aReceiver();
    await make('discord', { url: `${origin}/one` });
    await make('slack', { url: `${origin}/two` });
    // No payment fires both rules: its alerts would be one message.
    const conditionsOf = (value: object) => ({ cooldownMinutes: 0, ruleType: 'large_transfer', conditions: value });
    await scenario.makeRule({ ...conditionsOf({ value_usd: { lt: 100_000 } }), name: 'First' });
    await scenario.makeRule({ ...conditionsOf({ value_usd: { gte: 100_000 } }), name: 'Second' });
    await fire(simulation, 1, 21);
    await fire(simulation, 101, 21);
    expect((await stateOf()).summaries).toHaveLength(4);
    expect(bodiesTo('/one')).toHaveLength(2 * 21);
    expect(bodiesTo('/two')).toHaveLength(2 * 21);
  });

  it('hide no alert about what the wallet signed, when strangers cause the others', async () => {
    const { origin, simulation, bodiesTo } = await aReceiver();
    await make('discord', { url: `${origin}/chat` });
    await scenario.makeRule({ cooldownMinutes: 0 });
    const dust = { transfers: [aTransfer({ from: RECEIVER, to: SENDER, direction: 'inbound', amount: '0.001' })] };
    const received = {
      ...dust,
      fromAddress: RECEIVER,
      toAddress: SENDER,
      direction: 'inbound',
      unsigned: true,
    } as const;
    for (let n = 1; n <= 23; n++) {
      simulation.insert(scenario.organisation, await scenario.sight(n, blockHash('a'), received));
    }
    await simulation.runFor(30);
    await fire(simulation, 50, 1);
    const { summaries, delivered, summarised } = await stateOf();
    expect([summaries.length, delivered.length, summarised.length]).toEqual([1, 21, 3]);
    const bodies = bodiesTo('/chat');
    expect(bodies.findIndex((body) => body.includes('paid 50 ETH'))).toBe(20);
    expect(bodies.at(-1)).toContain('3 more alerts');
  });

  it('begin another minute after the summary', async () => {
    const { origin, simulation, bodiesTo } = await aReceiver();
    await make('discord', { url: `${origin}/chat` });
    await scenario.makeRule({ cooldownMinutes: 0 });
    await fire(simulation, 1, 22);
    await fire(simulation, 31, 21);
    expect((await stateOf()).summaries).toHaveLength(2);
    expect(bodiesTo('/chat')).toHaveLength(20 + 1 + 20 + 1);
  });

  it('are sent one by one when less than twenty come in a minute', async () => {
    const { origin, simulation, bodiesTo } = await aReceiver();
    await make('discord', { url: `${origin}/chat` });
    await scenario.makeRule({ cooldownMinutes: 0 });
    for (let n = 0; n < 3; n++) {
      await fire(simulation, 1 + 10 * n, 10);
      deps.advance(61);
    }
    expect(bodiesTo('/chat')).toHaveLength(30);
    expect((await stateOf()).summaries).toEqual([]);
  });

  it('say in their summary that the largest was retracted meanwhile', async () => {
    const { origin, simulation, bodiesTo } = await aReceiver();
    await make('discord', { url: `${origin}/chat` });
    await scenario.makeRule({ cooldownMinutes: 0 });
    const made = await fire(simulation, 1, 22, false);
    await simulation.runFor(30);
    const largest = made.at(-1);
    if (largest === undefined) throw new Error('nothing was recorded');
    await scenario.orphan(largest, { ...scenario.evaluation, queue: simulation.queue });
    await simulation.settle();
    const summary = bodiesTo('/chat').find((body) => body.includes('more alerts'));
    expect(summary).toMatch(/The largest, which does not hold any more.*Treasury paid 22 ETH/);
  });

  it('can be replayed alone, and their retractions are sent', async () => {
    const { origin, simulation, bodiesTo } = await aReceiver();
    await make('discord', { url: `${origin}/chat` });
    await scenario.makeRule({ cooldownMinutes: 0 });
    const made = await fire(simulation, 1, 22);
    const [first] = (await stateOf()).summarised;
    const replaying = { deliveries: scenario.evaluation.deliveries, queue: simulation.queue, newId: deps.newId };
    const again = { ...replaying, destinationOf: channels.destinationOf };
    expect(await replay(again, scenario.organisation, [first?.id ?? ''])).toMatchObject({ accepted: [first?.id] });
    await simulation.settle();
    expect(bodiesTo('/chat')).toHaveLength(22);
    expect((await stateOf()).summarised).toHaveLength(1);
    const event = (await scenario.events()).find(({ id }) => id === first?.eventId);
    const transaction = made.find(({ id }) => id === event?.transactionId);
    if (transaction === undefined) throw new Error('the alert has no transaction');
    await scenario.orphan(transaction, { ...scenario.evaluation, queue: simulation.queue });
    await simulation.settle();
    expect(bodiesTo('/chat').at(-1)).toContain('Retracted');
  });
});
