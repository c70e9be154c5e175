import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channels } from '../../../lib/channels/index.ts';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import { replay } from '../../../lib/deliveries/replay-deliveries-of.ts';
import type { StoredDelivery } from '../../../lib/deliveries/schema.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { updateWebhook } from '../../../lib/webhooks/change-webhook.ts';
import type { StoredWebhook } from '../../../lib/webhooks/schema.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingTimer, type TestDeps, testDeps } from '../../support/deps.ts';
import { customerEndpoint } from '../../support/endpoint.ts';
import { Faults } from '../../support/faults.ts';
import { attemptDeps, PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

const { destinationOf } = channels;

quiet();

const DAY = 24 * 3600;
const GONE = 'The receiver answered 410 Gone';

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
// Each test has a table: a simulation settles when nothing in its table is due, now or in five days.
beforeEach(async () => {
  table = await makeTable();
  await begin();
});
afterEach(closeAll);

async function begin(): Promise<void> {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  await scenario.evaluation.settings.change(scenario.organisation, {
    emails: ['ops@acme.example', 'cto@acme.example'],
  });
}

const now = ({ id }: StoredWebhook) => scenario.evaluation.webhooks.get(scenario.organisation, id);
const attemptsOf = ({ id }: StoredDelivery) => scenario.attemptsOf(id);
const notices = async () => (await scenario.deliveries()).filter(({ eventKind }) => eventKind === 'webhook.disabled');
const enable = ({ id }: StoredWebhook) =>
  updateWebhook(scenario.changing, scenario.organisation, id, { isActive: true });

/** Makes the first attempts of so many deliveries at once. */
async function attempted(webhook: StoredWebhook, count: number) {
  const attempting = attemptDeps(deps, recordingTimer());
  const made: StoredDelivery[] = [];
  for (let n = 0; n < count; n++) made.push(await scenario.ping(webhook));
  await Promise.all(made.map((delivery) => attemptDelivery(attempting, nextAttemptOf(delivery))));
  return made;
}

describe('the health of a subscription', () => {
  it('counts each failed attempt once when many are recorded at the same time', async () => {
    const webhook = await scenario.makeWebhook((await customerEndpoint(500)).url);
    await attempted(webhook, 5);
    expect(await now(webhook)).toMatchObject({
      consecutiveFailures: 5,
      failingSince: deps.now().toISOString(),
      lastFailureAt: deps.now().toISOString(),
      lastSuccessAt: null,
      lastError: 'The receiver answered 500.',
      isActive: true,
    });
  });

  it('has no failures after one success', async () => {
    const webhook = await scenario.makeWebhook((await customerEndpoint(500, 500, 200)).url);
    await attempted(webhook, 1);
    deps.advance(60);
    await attempted(webhook, 1);
    deps.advance(60);
    await attempted(webhook, 1);
    expect(await now(webhook)).toMatchObject({
      consecutiveFailures: 0,
      failingSince: null,
      lastSuccessAt: '2026-03-01T12:02:00.000Z',
      lastFailureAt: '2026-03-01T12:01:00.000Z',
    });
  });

  it('costs one write in a minute of successes', async () => {
    const webhook = await scenario.makeWebhook((await customerEndpoint(200)).url);
    for (let n = 0; n < 4; n++) {
      await attempted(webhook, 1);
      deps.advance(25);
    }
    expect((await now(webhook)).lastSuccessAt).toBe('2026-03-01T12:01:15.000Z');
  });

  it('ignores attempts at the former URL', async () => {
    const webhook = await scenario.makeWebhook((await customerEndpoint(500)).url);
    await attempted(webhook, 2);
    const { url } = await customerEndpoint(200);
    const change = { url };
    expect(await updateWebhook(scenario.changing, scenario.organisation, webhook.id, change)).toMatchObject({
      consecutiveFailures: 0,
      lastError: null,
    });
  });
});

describe('a subscription whose receiver answers 410', () => {
  it('is disabled once, and each e-mail address of the organisation gets one notice', async () => {
    const webhook = await scenario.makeWebhook((await customerEndpoint(410)).url);
    await attempted(webhook, 4);
    expect(await now(webhook)).toMatchObject({ isActive: false, disabledReason: GONE, disabledBy: 'service' });
    expect((await notices()).map(({ url }) => url).sort()).toEqual([
      'mailto:cto@acme.example',
      'mailto:ops@acme.example',
    ]);
    const [{ channel, webhookId, status, body = '' } = {}] = await notices();
    expect({ channel: channel?.kind, webhookId, status }).toEqual({
      channel: 'email',
      webhookId: null,
      status: 'pending',
    });
    expect(body).toContain(GONE);
  });

  it('gets failed deliveries with the reason while it is off, which can be replayed when it is on again', async () => {
    const { url, received } = await customerEndpoint(410, 200);
    const webhook = await scenario.makeWebhook(url);
    await scenario.makeRule();
    const simulation = new PipelineSimulation({ deps, table });
    await attempted(webhook, 1);
    simulation.insert(scenario.organisation, await scenario.record(1));
    await simulation.settle();
    expect(received).toHaveLength(1);
    const [missed] = (await scenario.deliveries()).filter(({ eventKind }) => eventKind === 'alert.fired');
    if (missed === undefined) throw new Error('nothing was recorded');
    expect(missed).toMatchObject({ status: 'failed', webhookId: webhook.id });
    expect(await attemptsOf(missed)).toMatchObject([{ error: `The subscription is disabled: ${GONE}.` }]);
    expect((await notices()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);

    await enable(webhook);
    const { deliveries } = scenario.evaluation;
    const replaying = { ...deps, deliveries, queue: simulation.queue, destinationOf };
    await replay(replaying, scenario.organisation, [missed.id]);
    await simulation.settle();
    expect(await deliveries.get(scenario.organisation, missed.id)).toMatchObject({ status: 'delivered' });
  });

  it('starts with a new health when it is turned on, and can be disabled again', async () => {
    const webhook = await scenario.makeWebhook((await customerEndpoint(410)).url);
    await attempted(webhook, 1);
    expect(await enable(webhook)).toMatchObject({
      isActive: true,
      disabledReason: null,
      disabledBy: null,
      consecutiveFailures: 0,
      failingSince: null,
    });
    deps.advance(1);
    await attempted(webhook, 1);
    expect((await now(webhook)).isActive).toBe(false);
    expect(await notices()).toHaveLength(4);
  });

  it('gets no deliveries after its owner turned it off', async () => {
    const { url } = await customerEndpoint(200);
    const webhook = await scenario.makeWebhook(url);
    await scenario.makeRule();
    await updateWebhook(scenario.changing, scenario.organisation, webhook.id, { isActive: false });
    await scenario.evaluate(await scenario.record(1));
    expect(await scenario.deliveries()).toEqual([]);
  });
});

describe('a subscription that had no success for five days', () => {
  it('is disabled by the first failure after the five days, and not before', async () => {
    const webhook = await scenario.makeWebhook((await customerEndpoint(500)).url);
    await attempted(webhook, 2);
    deps.advance(5 * DAY - 1);
    await attempted(webhook, 1);
    expect((await now(webhook)).isActive).toBe(true);
    deps.advance(1);
    await attempted(webhook, 1);
    expect(await now(webhook)).toMatchObject({
      isActive: false,
      disabledReason: 'Every attempt has failed since 2026-03-01T12:00:00.000Z',
      consecutiveFailures: 4,
    });
    expect(await notices()).toHaveLength(2);
  });

  it('stays on when it had a success within the five days', async () => {
    const webhook = await scenario.makeWebhook((await customerEndpoint(500, 500, 200, 500)).url);
    await attempted(webhook, 2);
    deps.advance(DAY);
    await attempted(webhook, 1);
    deps.advance(4 * DAY);
    await attempted(webhook, 3);
    expect((await now(webhook)).isActive).toBe(true);
  });
});

describe('recording an answer 410', () => {
  const faults = new Faults();
  const plans = (['before', 'after'] as const).flatMap((fails) =>
    (['dies', 'goes on'] as const).map((process) => ({ fails, process })),
  );

  it.each(plans)('disables once, sends one notice and counts one failure, whichever call fails: %j', async (plan) => {
    const hurt = openTable(table.name, faults.over(dynamoDb()));
    const calls = await sweep(faults, plan, 2, async (planned) => {
      await begin();
      const simulation = new PipelineSimulation({ deps, table: hurt, faults });
      const webhook = await scenario.makeWebhook((await customerEndpoint(410)).url);
      await scenario.ping(webhook, simulation.queue);
      faults.arm(planned);
      await simulation.settle();
      expect(await now(webhook)).toMatchObject({ isActive: false, disabledReason: GONE, consecutiveFailures: 1 });
      expect((await notices()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
      expect(await simulation.pending()).toBe(0);
    });
    expect(calls).toEqual(
      expect.arrayContaining(['GetItemCommand', 'POST', 'TransactWriteItemsCommand', 'UpdateItemCommand', 'timer']),
    );
  });
});
