import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { evaluateTransaction } from '../../../lib/alerts/evaluation/evaluate-transaction.ts';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingTimer } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { blockHash } from '../../support/records.ts';
import { makeTable } from '../../support/table.ts';
import { paceWith } from '../../support/turns.ts';
import { oneDecision, paymentScenario } from './payment-scenario.ts';

quiet();

let table: Table;
let on: Awaited<ReturnType<typeof paymentScenario>>;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  on = await paymentScenario(table);
});
afterAll(closeAll);

describe('A payment that several rules match', () => {
  it('leads with the most severe alert, whichever attempt comes first', async () => {
    const { origin, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.threeRules();
    const { of } = await on.fired();
    for (const name of ['Every payment', 'Large payment', 'Cold vault']) await on.attempt(of(name));
    const [body = '', ...more] = bodiesTo('/chat');
    expect(more).toEqual([]);
    expect(body).toContain('Cold vault and 2 more rules');
    expect(await on.present(of('Every payment'))).toMatchObject({ status: 'delivered' });
    expect(await on.present(of('Cold vault'))).toMatchObject({
      status: 'summarised',
      summaryId: of('Every payment').id,
    });
  });

  it('is told once when all attempts are made at the same time, each message twice', async () => {
    const { origin, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.threeRules();
    const { all: deliveries } = await on.fired();
    const timer = recordingTimer();
    await Promise.all([...deliveries, ...deliveries].map((delivery) => on.attempt(delivery, timer)));
    // The less severe alerts may have given their deliveries back, and come again.
    on.deps.advance(4);
    for (const { message } of timer.waits) await attemptDelivery(on.attempting(), message);
    expect(bodiesTo('/chat')).toHaveLength(1);
    const statuses = (await Promise.all(deliveries.map(on.present))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['delivered', 'summarised', 'summarised']);
  });

  it('has a further message about an alert that fires after the first message', async () => {
    const { origin, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.rule('Every payment', 'info');
    await on.rule('Cold vault', 'critical');
    const { id } = await on.scenario.sight(1, blockHash('a'));
    const { organisation, evaluation } = on.scenario;
    expect(await evaluateTransaction(evaluation, organisation, id, undefined, oneDecision())).toBe(false);
    const [first, ...none] = await on.scenario.deliveries();
    if (first === undefined) throw new Error('nothing fired');
    expect(none).toEqual([]);
    await on.attempt(first);
    await on.scenario.evaluate({ id });
    const second = (await on.scenario.deliveries()).find((each) => each.id !== first.id);
    if (second === undefined) throw new Error('the other rule did not fire');
    await on.attempt(second);
    expect(bodiesTo('/chat')).toHaveLength(2);
    for (const body of bodiesTo('/chat')) expect(body).not.toContain('more rule');
    expect((await Promise.all([first, second].map(on.present))).map(({ status }) => status)).toEqual([
      'delivered',
      'delivered',
    ]);
  });

  it('is not told twice by an alert that fires while the first message is on its way', async () => {
    const held = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { listener, received } = receiving(async (response: ServerResponse) => {
      arrived.resolve();
      if (received.length === 1) await held.promise;
      response.end();
    });
    const origin = `http://127.0.0.1:${await listen(createServer(listener))}`;
    await on.make('discord', { url: `${origin}/chat` });
    await on.rule('Every payment', 'info');
    await on.rule('Cold vault', 'critical');
    const { id } = await on.scenario.sight(1, blockHash('a'));
    const { organisation, evaluation } = on.scenario;
    await evaluateTransaction(evaluation, organisation, id, undefined, oneDecision());
    const [first] = await on.scenario.deliveries();
    if (first === undefined) throw new Error('nothing fired');
    const sending = on.attempt(first);
    await arrived.promise;
    await on.scenario.evaluate({ id });
    const second = (await on.scenario.deliveries()).find((each) => each.id !== first.id);
    if (second === undefined) throw new Error('the other rule did not fire');
    const timer = recordingTimer();
    await on.attempt(second, timer);
    // The less severe alert waits a moment, because the other attempt might tell of it.
    for (const { message } of timer.waits) {
      on.deps.advance(4);
      await attemptDelivery(on.attempting(), message);
    }
    held.resolve();
    await sending;
    expect(received).toHaveLength(2);
    for (const { body } of received) expect(body.toString()).not.toContain('more rule');
  });

  it('is told by the next attempt when an attempt died that had stored the text, also in a burst', async () => {
    const { origin, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.threeRules();
    const { of } = await on.fired();
    const leader = of('Cold vault');
    const dies = { ...on.attempting(), sending: () => () => Promise.reject(new Error('the process dies')) };
    await expect(attemptDelivery(dies, nextAttemptOf(leader))).rejects.toThrow('dies');
    for (const name of ['Every payment', 'Large payment']) await on.attempt(of(name));
    expect(bodiesTo('/chat')).toEqual([]);
    on.deps.advance(60);
    // Strangers may have filled the next minute of the rule. The message tells of other rules, and is sent.
    await on.fillBurst(leader);
    await on.attempt(leader);
    expect(bodiesTo('/chat')).toHaveLength(1);
    expect(bodiesTo('/chat')[0]).toContain('2 more rules');
  });

  it('keeps the alert of a rule that many alerts of another rule would hide', async () => {
    const { origin, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.threeRules();
    const { of } = await on.fired();
    const busy = of('Cold vault');
    await on.fillBurst(busy);
    for (const name of ['Cold vault', 'Every payment', 'Large payment']) await on.attempt(of(name));
    const { status, summaryId } = await on.present(busy);
    expect(status).toBe('summarised');
    expect((await on.scenario.deliveries()).find(({ id }) => id === summaryId)?.eventKind).toBe('alert.summary');
    const [body = '', ...more] = bodiesTo('/chat');
    expect(more).toEqual([]);
    expect(body).toContain('Large payment and 1 more rule');
    expect(body).toContain('Info: Every payment');
  });

  it('leaves an earlier alert its reserved time when another rule fires meanwhile', async () => {
    const { origin, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.rule('Every payment', 'info');
    await on.rule('Cold vault', 'critical');
    const { id } = await on.scenario.sight(1, blockHash('a'));
    const { organisation, evaluation } = on.scenario;
    await evaluateTransaction(evaluation, organisation, id, undefined, oneDecision());
    const [first] = await on.scenario.deliveries();
    if (first === undefined) throw new Error('nothing fired');
    const busy = paceWith(async () => 5);
    await attemptDelivery(on.attempting(recordingTimer(), busy), nextAttemptOf(first));
    await on.scenario.evaluate({ id });
    const second = (await on.scenario.deliveries()).find((each) => each.id !== first.id);
    if (second === undefined) throw new Error('the other rule did not fire');
    const busier = paceWith(async () => 600);
    await attemptDelivery(on.attempting(recordingTimer(), busier), nextAttemptOf(second));
    on.deps.advance(6);
    await on.attempt(first);
    expect(await on.present(first)).toMatchObject({ status: 'delivered' });
    expect(bodiesTo('/chat')).toHaveLength(1);
  });

  it('lets an alert whose turn another attempt might take reserve its time when it comes again', async () => {
    const { origin, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.rule('Every payment', 'info');
    await on.rule('Cold vault', 'critical');
    const { of } = await on.fired();
    // An attempt of the critical alert has begun, and dies.
    await on.scenario.evaluation.deliveries.claim(nextAttemptOf(of('Cold vault')), true);
    await on.attempt(of('Every payment'));
    expect(await on.present(of('Every payment'))).toMatchObject({ status: 'pending', leaseUntil: null });
    on.deps.advance(4);
    let reservations = 0;
    const pace = paceWith(async () => reservations++);
    await attemptDelivery(on.attempting(recordingTimer(), pace), nextAttemptOf(of('Every payment')));
    expect(reservations).toBe(1);
    expect(bodiesTo('/chat')).toHaveLength(1);
  });

  it('has a message for each alert when the text about all of them cannot be made', async () => {
    const { origin, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.threeRules();
    const { all } = await on.fired();
    await write(table, { delete: keys.wallet(on.scenario.organisation, on.scenario.wallet.id) });
    for (const delivery of all) await on.attempt(delivery);
    expect(bodiesTo('/chat')).toHaveLength(3);
  });
});
