import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingTimer } from '../../support/deps.ts';
import { attemptDeps } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { paceWith } from '../../support/turns.ts';
import { ownPayment, paymentScenario } from './payment-scenario.ts';

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

describe('A payment between two own wallets', () => {
  it('is one message to people, which leads with the payer, and one for each alert elsewhere', async () => {
    const { origin, simulation, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/discord` });
    await on.make('slack', { url: `${origin}/slack` });
    await on.scenario.makeWebhook(`${origin}/hook`);
    await on.rule('Every payment', 'info');
    const { sends, receives } = await ownPayment(on.scenario);
    for (const each of [receives, sends]) simulation.insert(on.scenario.organisation, each);
    await simulation.settle();
    for (const path of ['/discord', '/slack']) {
      const [body = '', ...more] = bodiesTo(path);
      expect(more).toEqual([]);
      expect(body).toContain('Info: Treasury paid 1 ETH (3,000 USD) to Hot desk');
      expect(body).toMatch(/Info: Every payment — Hot desk received 1 ETH .* from Treasury — fires when /);
      expect(body).not.toContain('more rule');
    }
    expect(bodiesTo('/hook')).toHaveLength(2);
  });

  it('is one message that leads with the payee when the alert of the payee is more severe', async () => {
    const { origin, simulation, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.rule('Every payment', 'info');
    const { sends, receives } = await ownPayment(on.scenario);
    const wallets = { walletIds: [receives.walletId] };
    await on.scenario.makeRule({ name: 'Into the desk', severity: 'critical', cooldownMinutes: 0, ...wallets });
    for (const each of [sends, receives]) simulation.insert(on.scenario.organisation, each);
    await simulation.settle();
    const [body = '', ...more] = bodiesTo('/chat');
    expect(more).toEqual([]);
    expect(body).toContain('Critical: Hot desk received 1 ETH (3,000 USD) from Treasury');
    expect(body).toContain('Into the desk and 1 more rule');
    expect(body).toMatch(/Info: Every payment — Treasury paid 1 ETH .*Info: Every payment — fires when /);
  });

  it('is one message although the attempt of the first alert begins before the other end is evaluated', async () => {
    const { origin, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.rule('Every payment', 'info');
    const { sends, receives } = await ownPayment(on.scenario);
    await on.scenario.evaluate(sends);
    const [first] = await on.scenario.deliveries();
    if (first === undefined) throw new Error('nothing fired');
    const client = dynamoDb();
    let asked = 0;
    client.middlewareStack.add(
      (next) => async (args) => {
        const answer = await next(args);
        if (JSON.stringify(args.input).includes('EVALUATION#') && asked++ === 0) await on.scenario.evaluate(receives);
        return answer;
      },
      { step: 'initialize' },
    );
    const slow = { ...on.deps, table: openTable(table.name, client) };
    const attempting = attemptDeps(slow, recordingTimer(), undefined, undefined, undefined, paceWith());
    await attemptDelivery(attempting, nextAttemptOf(first));
    for (const each of await on.scenario.deliveries()) await on.attempt(each);
    expect(asked).toBe(2);
    expect(bodiesTo('/chat')).toHaveLength(1);
    expect(bodiesTo('/chat')[0]).toContain('Hot desk received 1 ETH');
  });

  it('is told without the other end when its evaluation does not come, and the other end is told later', async () => {
    const { origin, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.rule('Every payment', 'info');
    const { sends, receives } = await ownPayment(on.scenario);
    await on.scenario.evaluate(sends);
    for (const each of await on.scenario.deliveries()) await on.attempt(each);
    await on.scenario.evaluate(receives);
    on.deps.advance(60);
    for (const each of await on.scenario.deliveries()) await on.attempt(each);
    const [first = '', second = '', ...more] = bodiesTo('/chat');
    expect(more).toEqual([]);
    expect([first, second].map((body) => /Treasury paid|Hot desk received/.exec(body)?.[0])).toEqual([
      'Treasury paid',
      'Hot desk received',
    ]);
  });

  it('is another payment than a transaction with the same hash on another chain', async () => {
    const { origin, simulation, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.rule('Every payment', 'info');
    const { sends, receives } = await ownPayment(on.scenario, { chain: 'base' });
    for (const each of [sends, receives]) simulation.insert(on.scenario.organisation, each);
    await simulation.settle();
    expect(bodiesTo('/chat')).toHaveLength(2);
  });

  it('has a retraction for the alert of each end', async () => {
    const { origin, simulation, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.rule('Every payment', 'info');
    const both = Object.values(await ownPayment(on.scenario));
    for (const each of both) simulation.insert(on.scenario.organisation, each);
    await simulation.settle();
    for (const each of both) await on.scenario.orphan(each);
    await simulation.settle();
    const [told = '', ...retractions] = bodiesTo('/chat');
    expect(told).not.toContain('Retracted');
    expect(retractions.map((body) => /Retracted: (\w+ \w+)/.exec(body)?.[1]).toSorted()).toEqual([
      'Hot desk',
      'Treasury paid',
    ]);
  });
});
