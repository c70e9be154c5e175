import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { acknowledge, resolve, type Step } from '../../../lib/alerts/events/repo.ts';
import type { AlertEvent, EventStatus } from '../../../lib/alerts/events/schema.ts';
import { reviewEvents } from '../../../lib/alerts/review/review-events.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { settled } from '../../support/concurrent.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let event: AlertEvent;
let fired = 0;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  await scenario.makeRule({ cooldownMinutes: 0 });
  event = await fire();
});

async function fire(): Promise<AlertEvent> {
  deps.advance(1);
  await scenario.evaluate(await scenario.record(++fired));
  const [newest] = await scenario.events();
  if (newest === undefined) throw new Error('no event');
  return newest;
}

const by = (keyId: string) => ({ id: keyId, name: `Key ${keyId}`, at: deps.now() });
const review = (step: Step, id = event.id) => scenario.review(id, step);
const stored = () => scenario.evaluation.events.get(scenario.organisation, event.id);
const listed = async (status: EventStatus) => {
  const { data } = await scenario.evaluation.events.list(scenario.organisation, { status, page: 1, pageSize: 100 });
  return data.map(({ id }) => id);
};

describe('acknowledging an event', () => {
  it('changes it once for many concurrent requests, and the others get the same event', async () => {
    const { fulfilled } = await settled(10, (i) => review(acknowledge(by(`key ${i}`))));
    expect(fulfilled.filter(({ changed }) => changed)).toHaveLength(1);
    const { acknowledgedBy } = await stored();
    expect(new Set(fulfilled.map((review) => review.event.acknowledgedBy))).toEqual(new Set([acknowledgedBy]));
  });

  it('is refused when the event is resolved', async () => {
    await review(resolve(by('a'), 'false alarm'));
    const before = await stored();
    await expect(review(acknowledge(by('b')))).rejects.toMatchObject({ code: 'invalid_transition' });
    expect(await stored()).toEqual(before);
  });
});

describe('resolving an event', () => {
  it('keeps an earlier acknowledgement', async () => {
    await review(acknowledge(by('a')));
    deps.advance(60);
    const { event: resolved } = await review(resolve(by('b'), 'paid on purpose'));
    expect(resolved).toMatchObject({ status: 'resolved', acknowledgedBy: 'a', resolvedBy: 'b' });
    expect(resolved).toMatchObject({ acknowledgedByName: 'Key a', resolvedByName: 'Key b' });
    expect(resolved.resolutionNote).toBe('paid on purpose');
  });

  it('changes neither note nor time when it is repeated', async () => {
    const first = await review(resolve(by('a'), 'first'));
    deps.advance(60);
    expect(await review(resolve(by('b'), 'second'))).toEqual({ changed: false, event: first.event });
  });

  it('wins over a concurrent acknowledgement in either order', async () => {
    const { fulfilled, rejected } = await settled(20, (i) =>
      review(i % 2 === 0 ? acknowledge(by('a')) : resolve(by('b'), null)),
    );
    expect(await stored()).toMatchObject({ status: 'resolved', resolvedBy: 'b' });
    expect(fulfilled.filter(({ changed, event }) => changed && event.status === 'resolved')).toHaveLength(1);
    expect(fulfilled.filter(({ changed, event }) => changed && event.status === 'acknowledged').length).toBe(
      (await stored()).acknowledgedBy === null ? 0 : 1,
    );
    for (const error of rejected) expect(error).toMatchObject({ code: 'invalid_transition' });
  });
});

describe('the lists of events by status', () => {
  it('follow the review of an event', async () => {
    expect(await listed('open')).toEqual([event.id]);
    await review(acknowledge(by('a')));
    expect([await listed('open'), await listed('acknowledged')]).toEqual([[], [event.id]]);
    await review(resolve(by('a'), null));
    expect([await listed('acknowledged'), await listed('resolved')]).toEqual([[], [event.id]]);
  });
});

describe('a bulk review', () => {
  it('reviews each id once and names the ids that it could not review', async () => {
    const [resolved, acknowledged] = [await fire(), await fire()];
    await review(resolve(by('a'), null), resolved.id);
    await review(acknowledge(by('a')), acknowledged.id);
    const other = await makeScenario(deps);
    await other.makeRule();
    await other.evaluate(await other.record(1));
    const theirs = (await other.events())[0]?.id ?? '';

    const ids = [event.id, resolved.id, acknowledged.id, theirs, event.id];
    const answer = await reviewEvents(scenario.evaluation, scenario.organisation, ids, acknowledge(by('b')));
    expect(answer).toEqual({
      updated: [await stored()],
      unchanged: [acknowledged.id],
      failed: [
        { id: resolved.id, code: 'invalid_transition' },
        { id: theirs, code: 'not_found' },
      ],
    });
    expect((await other.events()).map(({ status }) => status)).toEqual(['open']);
  });
});
