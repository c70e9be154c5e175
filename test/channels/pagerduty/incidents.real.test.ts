import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { resolve } from '../../../lib/alerts/events/repo.ts';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { channels } from '../../../lib/channels/index.ts';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import { replay } from '../../../lib/deliveries/replay-deliveries-of.ts';
import { outboundWith } from '../../../lib/platform/outbound/outbound.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingTimer, type TestDeps, testDeps } from '../../support/deps.ts';
import { eventually } from '../../support/eventually.ts';
import { attemptDeps, PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
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
  await createDestination(scenario.changing, scenario.organisation, {
    ...{ name: 'Desk', kind: 'pagerduty', config: { routingKey: 'R02BT5YQ4S3L' }, match: {}, isActive: true },
  });
  await scenario.makeRule({ cooldownMinutes: 0 });
});
afterAll(closeAll);

const resolved = (id: unknown) =>
  scenario.review(String(id), resolve({ id: 'key', name: 'Ada', at: deps.now() }, null));
const ofKind = async (kind: string) => {
  const found = (await scenario.deliveries()).find(({ eventKind }) => eventKind === kind);
  if (found === undefined) throw new Error(`no delivery of ${kind}`);
  return found;
};

it.each(['resolved', 'open'])(
  'an alert that PagerDuty takes late opens an incident unless it is over: %s',
  async (status) => {
    const double = await vendorDouble('pagerduty', deps.now);
    const simulation = new PipelineSimulation({ deps, table, vendors: { pagerduty: 'http://127.0.0.1:9' } });
    const later = new PipelineSimulation({ deps, table, vendors: { pagerduty: double.origin } });
    simulation.insert(scenario.organisation, await scenario.record(1));
    await simulation.runFor(3);
    const [event] = await scenario.events();
    if (status === 'resolved') await resolved(event?.id);
    // Handover finds what waits.
    await later.settle();
    const actions = double.accepted.map((body) => Object(body).event_action);
    expect(actions).toEqual(status === 'resolved' ? ['resolve'] : ['trigger']);
    expect((await ofKind('alert.fired')).status).toBe(status === 'resolved' ? 'failed' : 'delivered');
  },
);

it('an alert that is replayed after its event has expired opens no incident', async () => {
  const double = await vendorDouble('pagerduty', deps.now);
  const simulation = new PipelineSimulation({ deps, table, vendors: { pagerduty: double.origin } });
  simulation.insert(scenario.organisation, await scenario.record(1));
  await simulation.settle();
  const { id, eventId } = await ofKind('alert.fired');
  await write(table, { delete: keys.event(scenario.organisation, String(eventId)) });
  const replaying = { deliveries: scenario.evaluation.deliveries, queue: simulation.queue, newId: deps.newId };
  await replay({ ...replaying, destinationOf: channels.destinationOf }, scenario.organisation, [id]);
  await simulation.settle();
  expect(double.accepted).toHaveLength(1);
  expect(await ofKind('alert.fired')).toMatchObject({ status: 'failed', generation: 2 });
});

it('what becomes of an alert waits while an attempt may open the incident', async () => {
  const answers: (() => void)[] = [];
  const { listener, received } = receiving((response) => {
    const answer = () => void response.writeHead(202).end();
    if (answers.push(answer) > 1) answer();
  });
  const pagerduty = `http://127.0.0.1:${await listen(createServer(listener))}`;
  const outbound = outboundWith('loopback', { pagerduty });
  const attempting = attemptDeps(deps, recordingTimer(), undefined, undefined, outbound);
  const attempt = async (kind: string) => attemptDelivery(attempting, nextAttemptOf(await ofKind(kind)));
  await scenario.evaluate(await scenario.record(1));
  const opening = attempt('alert.fired');
  await eventually(
    () => answers.length,
    (count) => count === 1,
  );
  await resolved((await ofKind('alert.fired')).eventId);
  await attempt('alert.resolved');
  expect(received).toHaveLength(1);
  expect(await ofKind('alert.resolved')).toMatchObject({ status: 'pending', attemptsMade: 0 });
  answers[0]?.();
  await opening;
  deps.advance(60);
  await attempt('alert.resolved');
  expect(received.map(({ body }) => Object(JSON.parse(body.toString())).event_action)).toEqual(['trigger', 'resolve']);
  expect(await ofKind('alert.resolved')).toMatchObject({ status: 'delivered', attemptsMade: 1 });
});
