import { beforeAll, expect, it } from '@jest/globals';
import { type DeliveryRepo, deliveryRepo } from '../../lib/deliveries/repo.ts';
import type { Attempt, StoredDelivery } from '../../lib/deliveries/schema.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { putDelivery } from '../support/put-delivery.ts';
import { aDelivery, organisation } from '../support/records.ts';
import { makeTable } from '../support/table.ts';

let deps: TestDeps;
let deliveries: DeliveryRepo;
beforeAll(async () => {
  deps = testDeps(await makeTable());
  deliveries = deliveryRepo(deps);
});

const attempt = (n: number): Attempt => ({
  n,
  at: deps.now().toISOString(),
  statusCode: 500,
  error: 'The receiver answered 500.',
  durationMs: 3,
  responseExcerpt: `answer ${n}`,
});

/** Makes the next attempt of the delivery, which fails. */
async function fail(id: string, status: 'retrying' | 'failed'): Promise<void> {
  const claimed = await deliveries.claim(nextAttemptOf(await deliveries.get(organisation, id)), true);
  if (claimed === null) throw new Error('the delivery does not await its attempt');
  const nextAttemptAt = status === 'failed' ? null : deps.now();
  await deliveries.finish(claimed, attempt(claimed.attemptsMade + 1), { status, nextAttemptAt });
}

const numbers = async (delivery: StoredDelivery) => (await deliveries.attempts(delivery)).map(({ n }) => n);
const fresh = () => aDelivery({ id: deps.newId(), leaseUntil: null });

it('a delivery shows the attempts of all its generations, in the order in which they were made', async () => {
  const { id } = fresh();
  await putDelivery(deps, { ...fresh(), id });
  for (const [n, status] of (['retrying', 'failed', 'failed', 'retrying'] as const).entries()) {
    if (n === 2 || n === 3) await deliveries.restart(organisation, id, deps.newId());
    await fail(id, status);
  }
  const delivery = await deliveries.get(organisation, id);
  expect(delivery).toMatchObject({ generation: 3, attemptsMade: 4, attempts: [attempt(4)] });
  expect(await deliveries.attempts(delivery)).toEqual([1, 2, 3, 4].map(attempt));
});

it('a delivery that is replayed while its attempts are read shows each attempt once', async () => {
  const { id } = fresh();
  await putDelivery(deps, { ...fresh(), id });
  await fail(id, 'failed');
  await deliveries.restart(organisation, id, deps.newId());
  await fail(id, 'failed');
  const seen = await deliveries.get(organisation, id);
  await deliveries.restart(organisation, id, deps.newId());
  expect(await numbers(seen)).toEqual([1, 2]);
});
