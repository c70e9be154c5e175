import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BacklogRepo, backlogRepo, FORGOTTEN_SECONDS } from '../../lib/deliveries/backlog.ts';
import { type DeliveryRepo, deliveryRepo, LEASE_SECONDS } from '../../lib/deliveries/repo.ts';
import type { AttemptMessage, StoredDelivery } from '../../lib/deliveries/schema.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { overdue } from '../../lib/reconcile/due.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { pausing } from '../support/pause.ts';
import { aDelivery } from '../support/records.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

let table: Table;
let deps: TestDeps;
let deliveries: DeliveryRepo;
let backlog: BacklogRepo;
let organisationId: OrganisationId;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(() => {
  deps = testDeps(table);
  deliveries = deliveryRepo(deps);
  backlog = backlogRepo(deps);
  organisationId = OrganisationId.parse(deps.newId());
});

/** The message for the next attempt of a delivery that is there, made so many seconds after the others. */
async function due(seconds = 0, more: Partial<StoredDelivery> = {}): Promise<AttemptMessage> {
  const createdAt = plusSeconds(deps.now(), seconds).toISOString();
  const made = { id: deps.newId(), organisationId, leaseUntil: null, createdAt, nextAttemptAt: createdAt, ...more };
  const delivery = aDelivery(made);
  await write(table, deliveries.creation(delivery));
  return nextAttemptOf(delivery);
}
const take = (of: AttemptMessage, turn = 0) => backlog.take(of, turn);

/** Takes all, one after the other. */
async function all(of: AttemptMessage): Promise<AttemptMessage[]> {
  const messages: AttemptMessage[] = [];
  for (let next = await take(of); next !== null; next = await take(of)) messages.push(next);
  return messages;
}

/** Has the attempt fail; answers the message for the next. */
async function attempted(message: AttemptMessage): Promise<AttemptMessage> {
  const claimed = await deliveries.claim(message);
  if (claimed === null) throw new Error('not claimed');
  const at = deps.now();
  const attempt = { n: 1, at: at.toISOString(), statusCode: 500, error: '', durationMs: 1, responseExcerpt: null };
  await deliveries.finish(claimed, attempt, { status: 'retrying', nextAttemptAt: at });
  return { ...message, attempt: 2 };
}

async function isOverdue({ deliveryId }: AttemptMessage): Promise<boolean> {
  return (await overdue(table, 'DELIVERY', deps.now(), 1000)).some(({ id }) => id === deliveryId);
}

describe('the backlog of a receiver', () => {
  it('gives back what waits, the oldest delivery first, whatever began to wait first', async () => {
    const [first, second, third, fourth] = [await due(1), await due(2), await due(3), await due(4)];
    await backlog.add([third, first]);
    await backlog.add([fourth, second]);
    expect(await all(first)).toEqual([first, second, third, fourth]);
    expect(await take(first)).toBeNull();
  });

  it('has each of those who take at once begin at another one, and the last where there are fewer', async () => {
    const [first, second, third] = [await due(1), await due(2), await due(3)];
    await backlog.add([first, second, third]);
    expect(await take(first, 1)).toEqual(second);
    expect(await take(first, 9)).toEqual(third);
    expect(await take(first, 9)).toEqual(first);
  });

  it('gives each message to exactly one of those who take at once', async () => {
    const messages = await Promise.all(Array.from({ length: 10 }, (_, n) => due(n)));
    const [any] = messages;
    if (any === undefined) throw new Error('no message');
    await backlog.add(messages);
    const takers = Array.from({ length: 15 }, (_, n) => take(any, n % 5));
    const taken = (await Promise.all(takers)).flatMap((message) => message?.deliveryId ?? []);
    expect(taken.sort()).toEqual(messages.map(({ deliveryId }) => deliveryId).sort());
  });

  it('is its own: another receiver and another organisation have theirs', async () => {
    const ours = await due();
    const another = await due(0, { url: 'https://receiver.example/another' });
    const theirs = await due(0, { organisationId: OrganisationId.parse(deps.newId()) });
    await backlog.add([ours]);
    expect([await take(another), await take(theirs)]).toEqual([null, null]);
    await backlog.add([another]);
    await backlog.add([theirs]);
    expect([await all(ours), await all(another), await all(theirs)]).toEqual([[ours], [another], [theirs]]);
  });

  it('is not read under another organisation, even by the same receiver', async () => {
    const ours = await due();
    await backlog.add([ours]);
    expect(await take({ ...ours, organisationId: OrganisationId.parse(deps.newId()) })).toBeNull();
  });
});

describe('a delivery that waits', () => {
  it('is as it was but for when it counts as forgotten', async () => {
    const message = await due();
    const before = await deliveries.get(organisationId, message.deliveryId);
    deps.advance(100);
    await backlog.add([message]);
    expect(await deliveries.get(organisationId, message.deliveryId)).toEqual(before);
    deps.advance(FORGOTTEN_SECONDS.least);
    expect(await isOverdue(message)).toBe(false);
    deps.advance(0.001);
    expect(await isOverdue(message)).toBe(true);
  });

  it.each([
    ['as long again as it is old', 2000, 2000],
    ['an hour at most', 30 * 24 * 3600, 3600],
  ])('counts as forgotten after %s', async (_what, age, seconds) => {
    const message = await due(-age);
    await backlog.add([message]);
    deps.advance(seconds);
    expect(await isOverdue(message)).toBe(false);
    deps.advance(0.001);
    expect(await isOverdue(message)).toBe(true);
  });

  it('waits once when it is told twice, and is put off again', async () => {
    const message = await due();
    await backlog.add([message]);
    deps.advance(FORGOTTEN_SECONDS.least);
    await backlog.add([message, message]);
    deps.advance(1);
    expect(await isOverdue(message)).toBe(false);
    expect(await all(message)).toEqual([message]);
  });

  it('can be claimed when it is taken out', async () => {
    const message = await due();
    await backlog.add([message]);
    expect(await deliveries.claim(message)).toMatchObject({ id: message.deliveryId });
  });
});

describe('a message that is a duplicate', () => {
  it.each<[string, Partial<StoredDelivery>]>([
    ['was delivered', { status: 'delivered', nextAttemptAt: null }],
    ['has failed', { status: 'failed', nextAttemptAt: null }],
    ['has that attempt under way', { leaseUntil: '2026-03-01T12:00:00.000Z' }],
    ['was replayed since', { generation: 2 }],
  ])('does not wait when its delivery %s', async (_what, more) => {
    const [waits, duplicate] = [await due(2), { ...(await due(1, more)), generation: 1 }];
    const before = await deliveries.get(organisationId, duplicate.deliveryId);
    await backlog.add([duplicate, waits]);
    await backlog.add([duplicate]);
    expect(await all(waits)).toEqual([waits]);
    expect(await deliveries.get(organisationId, duplicate.deliveryId)).toEqual(before);
  });

  it('waits when the lease of the attempt is over, as that one died', async () => {
    const message = await due(0, { leaseUntil: '2026-03-01T12:00:00.000Z' });
    deps.advance(LEASE_SECONDS);
    await backlog.add([message]);
    expect(await all(message)).toEqual([message]);
  });

  it('does not wait when there is no such delivery', async () => {
    const [waits, gone] = [await due(), { ...(await due()), deliveryId: deps.newId() }];
    await backlog.add([gone, waits]);
    expect(await all(waits)).toEqual([waits]);
  });

  it.each([
    ['earlier first', [1, 2]],
    ['later first', [2, 1]],
  ])('gives way to the message of the next attempt: %s', async (_order, attempts) => {
    const next = await due(0, { status: 'retrying', attemptsMade: 1 });
    const messages = attempts.map((attempt) => ({ ...next, attempt }));
    await backlog.add(messages);
    expect(await all(next)).toEqual([next]);
  });

  it('is replaced by the next attempt of its delivery, and does not replace it', async () => {
    const first = await due();
    await backlog.add([first]);
    const second = await attempted(first);
    await backlog.add([second]);
    await backlog.add([first]);
    expect(await all(first)).toEqual([second]);
  });

  it('is not taken when it was replaced since it was found', async () => {
    const first = await due();
    await backlog.add([first]);
    // The first call finds it, the second takes it out.
    const { client, until, goOn } = pausing(dynamoDb(), 2);
    const { take } = backlogRepo({ ...deps, table: openTable(table.name, client) });
    const { done } = await until(() => take(first, 0));
    const second = await attempted(first);
    await backlog.add([second]);
    goOn();
    expect(await done).toEqual(second);
  });
});
