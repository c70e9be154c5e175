import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DELIVERY_LEASE_SECONDS } from '../../../lib/deliveries/delivery-states.ts';
import { destinationKey } from '../../../lib/deliveries/limits/limit-key.ts';
import { FORGOTTEN_SECONDS, type WaitingList, waitingList } from '../../../lib/deliveries/limits/waiting-list.ts';
import { type DeliveryRepo, deliveryRepo } from '../../../lib/deliveries/repo.ts';
import type { AttemptMessage, StoredDelivery } from '../../../lib/deliveries/schema.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { transact } from '../../../lib/platform/table/write.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { overdueEntries } from '../../support/due.ts';
import { pausing } from '../../support/pause.ts';
import { aDelivery } from '../../support/records.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

let table: Table;
let deps: TestDeps;
let deliveries: DeliveryRepo;
let list: WaitingList;
let organisationId: OrganisationId;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(() => {
  deps = testDeps(table);
  deliveries = deliveryRepo(deps);
  list = waitingList(deps);
  organisationId = OrganisationId.parse(deps.newId());
});

/** Stores a delivery that is so many seconds younger than the others. Answers the message for its next attempt. */
async function due(seconds = 0, more: Partial<StoredDelivery> = {}): Promise<AttemptMessage> {
  const createdAt = plusSeconds(deps.now(), seconds).toISOString();
  const made = { id: deps.newId(), organisationId, leaseUntil: null, createdAt, nextAttemptAt: createdAt, ...more };
  const delivery = aDelivery(made);
  await transact(table, { writes: deliveries.creations(delivery.organisationId, [delivery]) });
  return nextAttemptOf(delivery);
}
const limitOf = (message: AttemptMessage) => ({
  organisationId: message.organisationId,
  key: destinationKey(message.receiver),
});
const take = (like: AttemptMessage, skip = 0) => list.take(limitOf(like), skip);
const park = (...messages: readonly [AttemptMessage, ...AttemptMessage[]]) => list.park(limitOf(messages[0]), messages);

/** Takes all messages, one after the other. */
async function all(of: AttemptMessage): Promise<AttemptMessage[]> {
  const messages: AttemptMessage[] = [];
  for (let next = await take(of); next !== null; next = await take(of)) messages.push(next);
  return messages;
}

/** Has the attempt fail. Answers the message for the next attempt. */
async function attempted(message: AttemptMessage): Promise<AttemptMessage> {
  const claimed = await deliveries.claim(message, true);
  if (claimed === null) throw new Error('not claimed');
  const at = deps.now();
  const attempt = { n: 1, at: at.toISOString(), statusCode: 500, error: '', durationMs: 1, responseExcerpt: null };
  await deliveries.finish(claimed, attempt, { status: 'retrying', nextAttemptAt: at });
  return { ...message, attempt: 2 };
}

async function isOverdue({ deliveryId }: AttemptMessage): Promise<boolean> {
  return (await overdueEntries(table, 'DELIVERY', deps.now())).some(({ id }) => id === deliveryId);
}

describe('waitingList', () => {
  it('hands out the message of the oldest delivery first, whichever message was parked first', async () => {
    const [first, second, third, fourth] = [await due(1), await due(2), await due(3), await due(4)];
    await park(third, first);
    await park(fourth, second);
    expect(await all(first)).toEqual([first, second, third, fourth]);
    expect(await take(first)).toBeNull();
  });

  it('skips as many older messages as asked, and hands out the last message when there are fewer', async () => {
    const [first, second, third] = [await due(1), await due(2), await due(3)];
    await park(first, second, third);
    expect(await take(first, 1)).toEqual(second);
    expect(await take(first, 9)).toEqual(third);
    expect(await take(first, 9)).toEqual(first);
  });

  it('hands out each message once when many invocations take at the same time', async () => {
    const messages = await Promise.all(Array.from({ length: 10 }, (_, n) => due(n)));
    const [any] = messages;
    if (any === undefined) throw new Error('no message');
    await list.park(limitOf(any), messages);
    const takers = Array.from({ length: 15 }, (_, n) => take(any, n % 5));
    const taken = (await Promise.all(takers)).flatMap((message) => message?.deliveryId ?? []);
    expect(taken.sort()).toEqual(messages.map(({ deliveryId }) => deliveryId).sort());
  });

  it('keeps the messages of another destination and of another organisation apart', async () => {
    const ours = await due();
    const another = await due(0, { url: 'https://receiver.example/another' });
    const theirs = await due(0, { organisationId: OrganisationId.parse(deps.newId()) });
    await park(ours);
    expect([await take(another), await take(theirs)]).toEqual([null, null]);
    await park(another);
    await park(theirs);
    expect([await all(ours), await all(another), await all(theirs)]).toEqual([[ours], [another], [theirs]]);
  });

  it('hands out nothing to another organisation that names the same destination', async () => {
    const ours = await due();
    await park(ours);
    expect(await take({ ...ours, organisationId: OrganisationId.parse(deps.newId()) })).toBeNull();
  });
});

describe('a parked delivery', () => {
  it('changes only in the time at which handover takes it for forgotten', async () => {
    const message = await due();
    const before = await deliveries.get(organisationId, message.deliveryId);
    deps.advance(100);
    await park(message);
    expect(await deliveries.get(organisationId, message.deliveryId)).toEqual(before);
    deps.advance(FORGOTTEN_SECONDS.least);
    expect(await isOverdue(message)).toBe(false);
    deps.advance(0.001);
    expect(await isOverdue(message)).toBe(true);
  });

  it.each([
    ['a time as long as the delivery is old', 2000, 2000],
    ['an hour at most', 30 * 24 * 3600, 3600],
  ])('is forgotten after %s', async (_what, age, seconds) => {
    const message = await due(-age);
    await park(message);
    deps.advance(seconds);
    expect(await isOverdue(message)).toBe(false);
    deps.advance(0.001);
    expect(await isOverdue(message)).toBe(true);
  });

  it('waits once when its message is parked twice, and the second time prolongs the wait', async () => {
    const message = await due();
    await park(message);
    deps.advance(FORGOTTEN_SECONDS.least);
    await park(message, message);
    deps.advance(1);
    expect(await isOverdue(message)).toBe(false);
    expect(await all(message)).toEqual([message]);
  });

  it('can be claimed', async () => {
    const message = await due();
    await park(message);
    expect(await deliveries.claim(message, true)).toMatchObject({ id: message.deliveryId });
  });
});

describe('park of a duplicate message', () => {
  it.each<[string, Partial<StoredDelivery>]>([
    ['was delivered', { status: 'delivered', nextAttemptAt: null }],
    ['has failed', { status: 'failed', nextAttemptAt: null }],
    ['has this attempt under way', { leaseUntil: '2026-03-01T12:00:00.000Z' }],
    ['was replayed since', { generation: 2 }],
  ])('parks nothing when the delivery %s', async (_what, more) => {
    const [waits, duplicate] = [await due(2), { ...(await due(1, more)), generation: 1 }];
    const before = await deliveries.get(organisationId, duplicate.deliveryId);
    await park(duplicate, waits);
    await park(duplicate);
    expect(await all(waits)).toEqual([waits]);
    expect(await deliveries.get(organisationId, duplicate.deliveryId)).toEqual(before);
  });

  it('parks the message when the lease of a dead attempt is over', async () => {
    const message = await due(0, { leaseUntil: '2026-03-01T12:00:00.000Z' });
    deps.advance(DELIVERY_LEASE_SECONDS);
    await park(message);
    expect(await all(message)).toEqual([message]);
  });

  it('parks nothing when the delivery does not exist', async () => {
    const [waits, gone] = [await due(), { ...(await due()), deliveryId: deps.newId() }];
    await park(gone, waits);
    expect(await all(waits)).toEqual([waits]);
  });

  it.each([
    ['earlier first', [1, 2]],
    ['later first', [2, 1]],
  ])('keeps the message of the later attempt: %s', async (_order, attempts) => {
    const next = await due(0, { status: 'retrying', attemptsMade: 1 });
    const messages = attempts.map((attempt) => ({ ...next, attempt }));
    await list.park(limitOf(next), messages);
    expect(await all(next)).toEqual([next]);
  });

  it('replaces the message of an earlier attempt, and never the message of a later attempt', async () => {
    const first = await due();
    await park(first);
    const second = await attempted(first);
    await park(second);
    await park(first);
    expect(await all(first)).toEqual([second]);
  });

  it('hands out the replacement of a message that was replaced between its read and its removal', async () => {
    const first = await due();
    await park(first);
    // The first call finds the message, the second removes it.
    const { client, until, goOn } = pausing(dynamoDb(), 2);
    const paused = waitingList({ ...deps, table: openTable(table.name, client) });
    const { done } = await until(() => paused.take(limitOf(first)));
    const second = await attempted(first);
    await park(second);
    goOn();
    expect(await done).toEqual(second);
  });
});
