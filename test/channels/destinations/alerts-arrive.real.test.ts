import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDestination, updateDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { pingDestination } from '../../../lib/channels/destinations/ping-destination.ts';
import type { CreateDestination } from '../../../lib/channels/destinations/schema.ts';
import { channels } from '../../../lib/channels/index.ts';
import { replay } from '../../../lib/deliveries/replay-deliveries-of.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { blockHash } from '../../support/records.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

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

/** A vendor that answers these statuses in turn and then 200, and a simulation that posts to it. */
async function aVendor(...statuses: number[]) {
  const { listener, received } = receiving((response: ServerResponse) => {
    response.writeHead(statuses.shift() ?? 200).end();
  });
  const origin = `http://127.0.0.1:${await listen(createServer(listener))}`;
  const simulation = new PipelineSimulation({ deps, table, vendors: { telegram: origin, pagerduty: origin } });
  const bodies = () => received.map(({ body }) => JSON.parse(body.toString()));
  return { origin, received, simulation, bodies };
}

const make = (more: Partial<CreateDestination> & Pick<CreateDestination, 'kind' | 'config'>) =>
  createDestination(scenario.changing, scenario.organisation, { name: 'Desk', match: {}, isActive: true, ...more });

async function fire(simulation: PipelineSimulation, n = 1) {
  const transaction = await scenario.sight(n, blockHash('a'));
  simulation.insert(scenario.organisation, transaction);
  await simulation.settle();
  return transaction;
}

/** The config of a destination of each kind that posts to a vendor, and what such a vendor gets. */
const kinds: Record<string, { config(origin: string): Record<string, string>; path: string; body: object }> = {
  slack: { config: (origin) => ({ url: `${origin}/secret` }), path: '/secret', body: { mrkdwn: false } },
  teams: { config: (origin) => ({ url: `${origin}/secret` }), path: '/secret', body: { type: 'message' } },
  discord: {
    config: (origin) => ({ url: `${origin}/secret` }),
    path: '/secret',
    body: { allowed_mentions: { parse: [] } },
  },
  telegram: {
    config: () => ({ botToken: '1234567:AAEhBOweik', chatId: '@council' }),
    path: '/bot1234567:AAEhBOweik/sendMessage',
    body: { chat_id: '@council', parse_mode: 'HTML' },
  },
  pagerduty: {
    config: () => ({ routingKey: 'R02BT5YQ4S3L' }),
    path: '/v2/enqueue',
    body: { routing_key: 'R02BT5YQ4S3L', event_action: 'trigger' },
  },
};

describe.each(Object.entries(kinds))('A destination of the kind %s', (kind, { config, path, body }) => {
  it('gets an alert, again after a failure and after a replay, and its retraction', async () => {
    const { origin, received, simulation, bodies } = await aVendor(500);
    const destination = await make({ kind, config: config(origin) });
    await scenario.makeRule({ cooldownMinutes: 0 });
    const transaction = await fire(simulation);
    expect(received.map(({ url }) => url)).toEqual([path, path]);
    expect(bodies()[1]).toMatchObject(body);
    const [delivery] = await scenario.deliveries();
    expect(delivery).toMatchObject({
      channel: { kind, destinationId: destination.id },
      url: destination.url,
      status: 'delivered',
      attemptsMade: 2,
    });
    expect(JSON.stringify([delivery, destination])).not.toMatch(/secret"|AAEhBOweik|R02BT5YQ4S3L/);
    const replaying = { deliveries: scenario.evaluation.deliveries, queue: simulation.queue, newId: deps.newId };
    await replay({ ...replaying, destinationOf: channels.destinationOf }, scenario.organisation, [delivery?.id ?? '']);
    await simulation.settle();
    // The destination matches nothing like this alert any more, and still hears that it does not hold.
    await updateDestination(scenario.changing, scenario.organisation, destination.id, {
      match: { severities: ['critical'] },
    });
    await scenario.orphan(transaction, { ...scenario.evaluation, queue: simulation.queue });
    await simulation.settle();
    expect(received).toHaveLength(4);
    expect(JSON.stringify(bodies()[3])).toMatch(/retracted/i);
    if (kind === 'pagerduty') {
      const [first, , , last] = bodies();
      expect(last).toMatchObject({ event_action: 'resolve', dedup_key: first.dedup_key });
    }
  });

  it('gets a test message whatever it matches', async () => {
    const { origin, simulation, bodies } = await aVendor();
    const destination = await make({ kind, config: config(origin), match: { severities: ['critical'] } });
    const pinging = { ...deps, channels, queue: simulation.queue, deliveries: scenario.evaluation.deliveries };
    await pingDestination(pinging, scenario.organisation, destination);
    await simulation.settle();
    expect(bodies()).toEqual([expect.objectContaining(body)]);
    expect(JSON.stringify(bodies())).toContain('Test message for Desk');
  });
});

describe('PagerDuty', () => {
  it('opens no incident for an alert whose transaction is gone, however late its delivery comes', async () => {
    const { origin, simulation, bodies } = await aVendor();
    await make({ kind: 'pagerduty', config: kinds.pagerduty?.config(origin) ?? {} });
    await scenario.makeRule({ cooldownMinutes: 0 });
    const transaction = await fire(simulation);
    const [alert] = await scenario.deliveries();
    await scenario.orphan(transaction, { ...scenario.evaluation, queue: simulation.queue });
    await simulation.settle();
    const replaying = { deliveries: scenario.evaluation.deliveries, queue: simulation.queue, newId: deps.newId };
    const ids = [alert?.id ?? ''];
    await replay({ ...replaying, destinationOf: channels.destinationOf }, scenario.organisation, ids);
    await simulation.settle();
    expect(bodies().map(({ event_action }) => event_action)).toEqual(['trigger', 'resolve']);
    expect(await scenario.deliveries()).toContainEqual(
      expect.objectContaining({
        id: alert?.id,
        status: 'failed',
        attempts: [expect.objectContaining({ error: expect.stringContaining('retracted') })],
      }),
    );
  });
});

describe('The destinations of an organisation', () => {
  it('get what they match from the change on, although the rules are kept', async () => {
    const { origin, received, simulation } = await aVendor();
    await scenario.makeRule({ cooldownMinutes: 0 });
    deps.advance(120);
    await fire(simulation, 1);
    const { id } = await make({ kind: 'discord', config: { url: `${origin}/one` } });
    await fire(simulation, 2);
    await updateDestination(scenario.changing, scenario.organisation, id, { match: { severities: ['critical'] } });
    await fire(simulation, 3);
    await updateDestination(scenario.changing, scenario.organisation, id, { match: {}, isActive: false });
    await fire(simulation, 4);
    await updateDestination(scenario.changing, scenario.organisation, id, { isActive: true });
    await fire(simulation, 5);
    await scenario.evaluation.destinations.remove(scenario.organisation, id);
    await fire(simulation, 6);
    expect(received).toHaveLength(2);
  });

  it.each([404, 410])(
    'are turned off by the service when the vendor answers %i, and replay after repair',
    async (gone) => {
      const { origin, received, simulation } = await aVendor(gone);
      await scenario.changing.settings.change(scenario.organisation, { emails: ['ops@example.com'] });
      const { id } = await make({ kind: 'discord', config: { url: `${origin}/one` } });
      await scenario.makeRule({ cooldownMinutes: 0 });
      await fire(simulation, 1);
      const { destinations, deliveries } = scenario.evaluation;
      expect(await destinations.get(scenario.organisation, id)).toMatchObject({
        isActive: false,
        disabledBy: 'service',
        disabledReason: `The receiver answered ${gone}`,
      });
      await fire(simulation, 2);
      const all = await scenario.deliveries();
      const mails = all.filter(({ eventKind }) => eventKind === 'destination.disabled');
      expect(mails).toEqual([expect.objectContaining({ status: 'delivered', url: 'mailto:ops@example.com' })]);
      const failed = all.filter(({ channel }) => channel.destinationId === id);
      expect(failed.map(({ status }) => status)).toEqual(['failed', 'failed']);
      expect(received).toHaveLength(1);
      await updateDestination(scenario.changing, scenario.organisation, id, { isActive: true });
      const ids = failed.map((delivery) => delivery.id);
      const { destinationOf } = channels;
      await replay({ ...deps, deliveries, queue: simulation.queue, destinationOf }, scenario.organisation, ids);
      await simulation.settle();
      expect(received).toHaveLength(3);
    },
  );

  it('cost no read of their own while they are kept', async () => {
    await make({ kind: 'discord', config: { url: 'http://127.0.0.1:9/one' } });
    await scenario.makeRule({ cooldownMinutes: 0 });
    deps.advance(120);
    const { currentRules } = scenario.evaluation;
    const [first, second] = [await currentRules(scenario.organisation), await currentRules(scenario.organisation)];
    expect(first.destinations).toHaveLength(1);
    expect(second.destinations).toBe(first.destinations);
  });
});
