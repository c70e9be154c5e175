import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MOST_OTHERS } from '../../../lib/channels/bursts/gather-payment.ts';
import { channels } from '../../../lib/channels/index.ts';
import { replay } from '../../../lib/deliveries/replay-deliveries-of.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { quiet } from '../../support/quiet.ts';
import { blockHash } from '../../support/records.ts';
import { makeTable } from '../../support/table.ts';
import { paymentScenario } from './payment-scenario.ts';

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

describe('A payment that three rules match', () => {
  it('is one message for people, which lists the rules, and one for each alert elsewhere', async () => {
    const { origin, simulation, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/discord` });
    await on.make('slack', { url: `${origin}/slack` });
    await on.make('teams', { url: `${origin}/teams` });
    await on.make('telegram', { botToken: '1234567:AAEhBOweik', chatId: '@desk' });
    await on.make('pagerduty', { routingKey: 'R02BT5YQ4S3L' });
    await on.scenario.makeWebhook(`${origin}/hook`);
    await on.threeRules();
    await on.pay(simulation);
    for (const path of ['/discord', '/slack', '/teams', '/bot1234567:AAEhBOweik/sendMessage']) {
      const [body = '', ...more] = bodiesTo(path);
      expect(more).toEqual([]);
      expect(body).toContain('Cold vault and 2 more rules');
      expect(body).toContain('Critical: ');
      expect(body).toMatch(/Warning: Large payment — fires when .*Info: Every payment — fires when /s);
    }
    expect([bodiesTo('/hook'), bodiesTo('/v2/enqueue')].map(({ length }) => length)).toEqual([3, 3]);
    const people = (await on.scenario.deliveries()).filter((each) => channels.of(each).isForPeople);
    expect(people.filter(({ status }) => status === 'delivered')).toHaveLength(4);
    expect(people.filter(({ status }) => status === 'summarised')).toHaveLength(8);
    for (const { status, summaryId, channel, eventId } of people) {
      if (status !== 'summarised') continue;
      const teller = people.find(({ id }) => id === summaryId);
      expect(teller).toMatchObject({ status: 'delivered', channel });
      expect(teller?.tells).toContain(eventId);
    }
  });

  it('is told to a recipient by the alerts that this recipient gets alone', async () => {
    const { origin, simulation, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/all` });
    await on.make('discord', { url: `${origin}/urgent` }, { severities: ['critical', 'warning'] });
    await on.threeRules();
    await on.pay(simulation);
    expect(bodiesTo('/all')).toHaveLength(1);
    const [body = '', ...more] = bodiesTo('/urgent');
    expect(more).toEqual([]);
    expect(body).toContain('Cold vault and 1 more rule');
    expect(body).not.toContain('Every payment');
  });

  it('is sent as it was by a replay of its message, and each other alert alone by a replay of its own', async () => {
    const { origin, simulation, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.threeRules();
    await on.pay(simulation);
    const deliveries = await on.scenario.deliveries();
    const leader = deliveries.find(({ status }) => status === 'delivered');
    const follower = deliveries.find(({ status }) => status === 'summarised');
    if (leader === undefined || follower === undefined) throw new Error('no message tells of others');
    const { deliveries: repo } = on.scenario.evaluation;
    const replaying = { ...on.deps, deliveries: repo, queue: simulation.queue, destinationOf: channels.destinationOf };
    for (const { id } of [leader, follower]) {
      await replay(replaying, on.scenario.organisation, [id]);
      await simulation.settle();
    }
    const [first = '', again, alone = ''] = bodiesTo('/chat');
    expect(again).toBe(first);
    expect(alone).toContain(await on.ruleOf(follower));
    expect(alone).not.toContain('more rule');
    expect(bodiesTo('/chat')).toHaveLength(3);
  });

  it('is a further message when more than twenty rules match', async () => {
    const { origin, simulation, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    for (let n = 1; n <= MOST_OTHERS + 3; n++) await on.rule(`Rule ${n}`, 'warning');
    await on.pay(simulation);
    const counts = bodiesTo('/chat').map((body) => Number(/and (\d+) more rule/.exec(body)?.[1]));
    expect(counts).toEqual([MOST_OTHERS, 1]);
  });

  it('repeats the same text after a failure', async () => {
    const { origin, simulation, bodiesTo } = await on.receiver(500);
    await on.make('discord', { url: `${origin}/chat` });
    await on.threeRules();
    await on.pay(simulation);
    const [first, again, ...more] = bodiesTo('/chat');
    expect(more).toEqual([]);
    expect(again).toBe(first);
  });

  it('tells of no alert that was retracted before, and sends the retracted alert before its retraction', async () => {
    const { origin, simulation, bodiesTo } = await on.receiver();
    await on.make('discord', { url: `${origin}/chat` });
    await on.threeRules();
    const transaction = await on.scenario.sight(1, blockHash('a'));
    await on.scenario.evaluate(transaction);
    await on.scenario.orphan(transaction);
    for (const delivery of (await on.scenario.deliveries()).toReversed()) {
      simulation.deliver(nextAttemptOf(delivery), on.deps.now());
    }
    await simulation.settle();
    const bodies = bodiesTo('/chat');
    expect(bodies.filter((body) => body.includes('Retracted'))).toHaveLength(3);
    expect(bodies.filter((body) => !body.includes('Retracted'))).toHaveLength(3);
  });
});
