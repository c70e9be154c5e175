import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { acknowledge, resolve, type Step } from '../../../lib/alerts/events/repo.ts';
import { reviewEvents } from '../../../lib/alerts/review/review-events.ts';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { blockHash } from '../../support/records.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { vendorDouble } from '../destinations/vendor-double.ts';

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

const EVENTS = ['alert.fired', 'alert.acknowledged', 'alert.resolved'] as const;

/** A Slack channel that hears reviews, at the pace of Slack, and so many alerts that it was told of. */
async function aChannelWithAlerts(count: number, kind: 'slack' | 'pagerduty' = 'slack') {
  const slack = await vendorDouble(kind, deps.now);
  const simulation = new PipelineSimulation({ deps, table, vendors: { pagerduty: slack.origin } });
  const config: Record<string, string> =
    kind === 'slack' ? { url: `${slack.origin}/chat` } : { routingKey: 'R02BT5YQ4S3L' };
  const named = { name: 'Desk', match: { events: [...EVENTS] }, isActive: true };
  await createDestination(scenario.changing, scenario.organisation, { ...named, kind, config });
  await scenario.makeRule({ cooldownMinutes: 0 });
  const fire = async (n: number) => simulation.insert(scenario.organisation, await scenario.sight(n, blockHash('a')));
  for (let n = 1; n <= count; n++) await fire(n);
  await simulation.settle();
  const ids = (await scenario.events()).map(({ id }) => id);
  slack.accepted.length = 0;
  const review = (some: readonly string[], step: Step) =>
    reviewEvents({ ...scenario.evaluation, queue: simulation.queue }, scenario.organisation, some, step);
  const texts = () => slack.accepted.map((body) => JSON.stringify(body));
  return { simulation, ids, fire, review, texts, refused: slack.refused };
}

const by = (name: string) => ({ id: 'key', name, at: deps.now() });

describe('The reviews of a reviewer within a minute', () => {
  it('are two messages: the first review, and one message for all others', async () => {
    const { simulation, ids, review, texts } = await aChannelWithAlerts(30);
    await review(ids, acknowledge(by('Alice'), 'Planned by the desk'));
    await simulation.settle();
    expect(texts()).toHaveLength(2);
    expect(texts()[0]).toContain('Acknowledged by Alice.');
    expect(texts()[1]).toContain('Alice acknowledged 29 more alerts');
    const deliveries = (await scenario.deliveries()).filter(({ eventKind }) => eventKind === 'alert.acknowledged');
    expect(deliveries.filter(({ status }) => status === 'summarised')).toHaveLength(29);
    // The list of deliveries says what the message told.
    const summaries = (await scenario.deliveries()).filter(({ review, eventId }) => review && eventId === null);
    expect(summaries).toMatchObject([{ status: 'delivered', alertSummary: 'Alice acknowledged 29 more alerts' }]);
  });

  it('count for each reviewer and for each step', async () => {
    const { simulation, ids, review, texts } = await aChannelWithAlerts(4);
    await review(ids.slice(0, 2), acknowledge(by('Alice')));
    await review(ids.slice(2), acknowledge(by('Bob')));
    await review(ids, resolve(by('Alice'), null));
    await simulation.settle();
    const told = texts().flatMap((text) => /(?:Alice|Bob) (?:acknowledged|resolved) \d more alerts?/.exec(text) ?? []);
    expect(told.toSorted()).toEqual([
      'Alice acknowledged 1 more alert',
      'Alice resolved 3 more alerts',
      'Bob acknowledged 1 more alert',
    ]);
    expect(texts()).toHaveLength(6);
  });

  it('close each incident of a pager', async () => {
    const { simulation, ids, review, texts } = await aChannelWithAlerts(5, 'pagerduty');
    await review(ids, resolve(by('Alice'), null));
    await simulation.settle();
    expect(texts().filter((text) => text.includes('"resolve"'))).toHaveLength(5);
  });
});

describe('An alert that fires while many messages wait for their time', () => {
  it('overtakes reviews, and the vendor refuses none of them', async () => {
    const { simulation, ids, fire, review, texts, refused } = await aChannelWithAlerts(15);
    // Each has a message, as its reviewer is another person.
    for (const [n, id] of ids.entries()) {
      await review([id], acknowledge(by(`Person ${n}`)));
      await review([id], resolve(by(`Person ${n}`), null));
    }
    await simulation.runFor(5);
    const before = texts().length;
    expect(before).toBeLessThan(10);
    await fire(999);
    await simulation.runFor(5);
    const told = texts().slice(before);
    expect(told.filter((text) => text.startsWith('{"text":"🟠 Warning: '))).toHaveLength(1);
    await simulation.settle();
    expect(texts()).toHaveLength(31);
    expect(refused).toEqual([]);
  });
});
