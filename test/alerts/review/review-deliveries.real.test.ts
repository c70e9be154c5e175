import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deliveriesOfEvent } from '../../../lib/alerts/evaluation/deliveries-of-event.ts';
import { acknowledge, resolve } from '../../../lib/alerts/events/repo.ts';
import type { AlertEvent } from '../../../lib/alerts/events/schema.ts';
import { reviewEvents } from '../../../lib/alerts/review/review-events.ts';
import { createDestination, updateDestination } from '../../../lib/channels/destinations/change-destination.ts';
import type { CreateDestination } from '../../../lib/channels/destinations/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { webhookRepo } from '../../../lib/webhooks/repo.ts';
import { settled } from '../../support/concurrent.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
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
  await scenario.makeRule({ cooldownMinutes: 0 });
});

const ALL = ['alert.fired', 'alert.acknowledged', 'alert.resolved'] as const;
const critical = { severities: ['critical'] };

const makeDestination = (
  name: string,
  match: CreateDestination['match'],
  more: Partial<CreateDestination> = { kind: 'discord', config: { url: 'http://127.0.0.1:9/a' } },
) =>
  createDestination(scenario.changing, scenario.organisation, {
    kind: '',
    config: {},
    isActive: true,
    name,
    match,
    ...more,
  });
const makePager = (match: CreateDestination['match'] = {}) =>
  makeDestination('Pager', match, { kind: 'pagerduty', config: { routingKey: 'R02BT5YQ4S3L' } });

async function fire(n = 1): Promise<AlertEvent> {
  deps.advance(1);
  await scenario.evaluate(await scenario.record(n));
  const [newest] = await scenario.events();
  if (newest === undefined) throw new Error('no event');
  return newest;
}

const by = () => ({ id: 'key', name: 'Ada', at: deps.now() });

/** Where the deliveries of a kind go: the name of the destination or the URL of the subscription. */
async function recipientsOf(kind: string): Promise<string[]> {
  const destinations = await scenario.evaluation.destinations.all(scenario.organisation);
  const nameOf = new Map(destinations.map(({ id, name }) => [id, name]));
  return (await scenario.deliveries())
    .filter(({ eventKind }) => eventKind === kind)
    .map(({ channel, url }) => nameOf.get(channel.destinationId ?? '') ?? url)
    .sort();
}

describe('the review of an event', () => {
  it('goes to those who got the alert and ask for reviews, whatever they match since', async () => {
    const { id } = await makeDestination('Asks', { events: [...ALL] });
    await makeDestination('Default', {});
    const webhook = await scenario.makeWebhook('http://127.0.0.1:9/asks', { events: [...ALL] });
    await scenario.makeWebhook('http://127.0.0.1:9/fired');
    const event = await fire();
    await updateDestination(scenario.changing, scenario.organisation, id, { match: { ...critical, events: [...ALL] } });
    await webhookRepo(deps).update(scenario.organisation, webhook, { match: critical });
    await makeDestination('Later', { events: [...ALL] });
    await scenario.makeWebhook('http://127.0.0.1:9/later', { events: [...ALL] });

    await scenario.review(event.id, acknowledge(by()));
    expect(await recipientsOf('alert.acknowledged')).toEqual(['Asks', 'http://127.0.0.1:9/asks']);
    expect(await recipientsOf('alert.resolved')).toEqual([]);
    await scenario.review(event.id, resolve(by(), 'paid on purpose'));
    expect(await recipientsOf('alert.resolved')).toEqual(['Asks', 'http://127.0.0.1:9/asks']);
  });

  it('goes to those who ask for reviews and for no alerts, if they match', async () => {
    await makeDestination('Matches', { events: ['alert.acknowledged'] });
    await makeDestination('Other', { ...critical, events: ['alert.acknowledged'] });
    await scenario.makeWebhook('http://127.0.0.1:9/matches', { events: ['alert.acknowledged'] });
    await scenario.makeWebhook('http://127.0.0.1:9/other', { events: ['alert.acknowledged'], match: critical });
    await scenario.review((await fire()).id, acknowledge(by()));
    expect(await recipientsOf('alert.acknowledged')).toEqual(['Matches', 'http://127.0.0.1:9/matches']);
  });

  it('does not go to recipients that are turned off', async () => {
    const { id } = await makeDestination('Off', { events: [...ALL] });
    const pager = await makePager();
    const event = await fire();
    for (const each of [id, pager.id]) {
      await updateDestination(scenario.changing, scenario.organisation, each, { isActive: false });
    }
    await scenario.review(event.id, acknowledge(by()));
    expect(await recipientsOf('alert.acknowledged')).toEqual([]);
  });

  it('has the body of the contract for subscriptions', async () => {
    await scenario.makeWebhook('http://127.0.0.1:9/asks', { events: [...ALL] });
    const event = await fire();
    deps.advance(60);
    await scenario.review(event.id, acknowledge(by()));
    deps.advance(60);
    await scenario.review(event.id, resolve(by(), 'paid on purpose'));
    const common = { event_id: event.id, rule: { id: event.ruleId, name: event.ruleName }, by: 'Ada' };
    const [resolved, acknowledged] = (await scenario.deliveries()).map(({ body }) => JSON.parse(body));
    const at = deps.now().toISOString();
    expect(resolved).toEqual({ event: 'alert.resolved', occurred_at: at, note: 'paid on purpose', ...common });
    expect(acknowledged).toMatchObject({ event: 'alert.acknowledged', note: null, ...common });
  });

  it('is sent once, however often and by however many requests it is asked for', async () => {
    await scenario.makeWebhook('http://127.0.0.1:9/asks', { events: [...ALL] });
    const event = await fire();
    scenario.queue.sent.length = 0;
    const { fulfilled } = await settled(5, () => scenario.review(event.id, acknowledge(by())));
    expect(fulfilled.filter(({ changed }) => changed)).toHaveLength(1);
    await scenario.review(event.id, acknowledge(by()));
    expect(await recipientsOf('alert.acknowledged')).toHaveLength(1);
    expect(scenario.queue.sent).toHaveLength(1);
  });

  it('is listed among the deliveries of its event', async () => {
    await makePager();
    const event = await fire();
    await scenario.review(event.id, acknowledge(by()));
    await scenario.review(event.id, resolve(by(), null));
    const { data } = await deliveriesOfEvent(scenario.evaluation, scenario.organisation, event.id, {
      page: 1,
      pageSize: 10,
    });
    expect(data.map(({ eventKind }) => eventKind).sort()).toEqual([
      'alert.acknowledged',
      'alert.fired',
      'alert.resolved',
    ]);
  });

  it('stands when its deliveries cannot be queued, and handover finds them', async () => {
    await makePager();
    const event = await fire();
    const lost = { send: () => Promise.reject(new Error('lost')) };
    const reviewed = await scenario.review(event.id, acknowledge(by()), { ...scenario.evaluation, queue: lost });
    expect(reviewed).toMatchObject({ changed: true, event: { status: 'acknowledged' } });
    expect(await recipientsOf('alert.acknowledged')).toEqual(['Pager']);
  });
});

describe('an incident in PagerDuty', () => {
  const actions = async () =>
    (await scenario.deliveries())
      .filter(({ channel }) => channel.kind === 'pagerduty')
      .map(({ body }) => JSON.parse(body))
      .reverse();

  it('is acknowledged and resolved under its key, whatever the destination matches and asks for since', async () => {
    const { id } = await makePager();
    const event = await fire();
    const match = { ...critical, events: ['alert.fired' as const] };
    await updateDestination(scenario.changing, scenario.organisation, id, { match });
    deps.advance(1);
    await scenario.review(event.id, acknowledge(by()));
    deps.advance(1);
    await scenario.review(event.id, resolve(by(), null));
    expect(await actions()).toMatchObject([
      { event_action: 'trigger', dedup_key: event.id },
      { event_action: 'acknowledge', dedup_key: event.id },
      { event_action: 'resolve', dedup_key: event.id },
    ]);
  });

  it('is resolved by a retraction, also if the destination asks for alerts alone', async () => {
    await makePager({ events: ['alert.fired'] });
    const transaction = await scenario.sight(1, blockHash('a'));
    await scenario.evaluate(transaction);
    deps.advance(1);
    await scenario.orphan(transaction);
    expect((await actions()).map(({ event_action }) => event_action)).toEqual(['trigger', 'resolve']);
  });

  it('that was never opened gets no review, even if the destination asks for reviews alone', async () => {
    await makePager({ events: ['alert.acknowledged', 'alert.retracted'] });
    await scenario.review((await fire()).id, acknowledge(by()));
    expect(await actions()).toEqual([]);
  });
});

describe('a bulk review', () => {
  it('sends a message for each event that it changes, and reads the recipients once', async () => {
    await makePager();
    const events = [await fire(1), await fire(2), await fire(3)];
    await scenario.review(String(events[0]?.id), acknowledge(by()));
    scenario.queue.sent.length = 0;
    const reads: string[] = [];
    const { destinations, webhooks, wallets } = scenario.evaluation;
    const counted =
      <A extends unknown[], R>(name: string, read: (...given: A) => R) =>
      (...given: A): R => {
        reads.push(name);
        return read(...given);
      };
    const counting = {
      ...scenario.evaluation,
      destinations: { all: counted('destinations', destinations.all) },
      webhooks: { all: counted('webhooks', webhooks.all) },
      wallets: { byId: counted('wallets', wallets.byId) },
    };
    const ids = events.map(({ id }) => id);
    const answer = await reviewEvents(counting, scenario.organisation, ids, acknowledge(by()));
    expect([answer.updated.length, answer.unchanged.length]).toEqual([2, 1]);
    expect(await recipientsOf('alert.acknowledged')).toEqual(['Pager', 'Pager', 'Pager']);
    expect(new Set(scenario.queue.sent.map(({ deliveryId }) => deliveryId)).size).toBe(2);
    // Two reviews run side by side, so the wallet may be asked for twice.
    expect(reads.filter((read) => read !== 'wallets')).toEqual(['webhooks', 'destinations']);
    expect(reads.length).toBeLessThanOrEqual(4);
  });
});
