import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answered } from '../../../lib/deliveries/answered.ts';
import { DELIVERY_LEASE_SECONDS } from '../../../lib/deliveries/delivery-states.ts';
import { CIRCUIT_OPENS_AT } from '../../../lib/deliveries/limits/circuit.ts';
import { destinationKey } from '../../../lib/deliveries/limits/limit-key.ts';
import { type Permit, type PermitPool, permitPool } from '../../../lib/deliveries/limits/permit-pool.ts';
import type { AttemptMessage } from '../../../lib/deliveries/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { aDelivery, uuid } from '../../support/records.ts';
import { makeTable } from '../../support/table.ts';

const SIZE = 5;

let table: Table;
let deps: TestDeps;
let pool: PermitPool;
let organisationId: OrganisationId;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(() => {
  deps = testDeps(table);
  pool = permitPool(deps, SIZE);
  organisationId = OrganisationId.parse(deps.newId());
});

/** The message of a new delivery. */
const messageTo = (host = 'receiver.example', owner = organisationId, path = 'hook') =>
  nextAttemptOf(aDelivery({ id: deps.newId(), organisationId: owner, url: `https://${host}/${path}` }));

const limitOf = (message: AttemptMessage) => ({
  organisationId: message.organisationId,
  key: destinationKey(message.receiver),
});
const acquire = (message = messageTo(), from: 'first' | 'retries' = 'retries') =>
  pool.acquire(limitOf(message), message, from);

interface Held {
  readonly message: AttemptMessage;
  readonly permit: Permit;
}

async function acquired(message = messageTo()): Promise<Held> {
  const acquisition = await acquire(message);
  if (acquisition.kind !== 'acquired') throw new Error(`the limit is ${acquisition.kind}`);
  return { message, permit: acquisition.permit };
}

const release = ({ message, permit }: Held, answered: Answered | null = null) =>
  pool.release(limitOf(message), permit, answered);

/** Acquires so many permits and lets their attempts run for a while. */
async function running(count: number, seconds = 2) {
  const all = [];
  for (let n = 0; n < count; n++) all.push(await acquired());
  deps.advance(seconds);
  return all;
}

const inOrder = (all: readonly Held[]) => all.map(({ permit }) => permit).sort((a, b) => a.number - b.number);

const answered = (ok: boolean): Answered => ({
  ok,
  error: ok ? null : 'The receiver answered 500.',
  durationMs: 40,
  at: deps.now(),
  host: 'receiver.example',
});

async function attempted(ok: boolean, times = 1): Promise<void> {
  for (let n = 0; n < times; n++) await release(await acquired(), answered(ok));
}

describe('permitPool', () => {
  it('grants no more permits than its size, and a refusal lists the permits that are held', async () => {
    const all = await running(SIZE);
    expect(await acquire()).toEqual({ kind: 'full', permits: inOrder(all) });
  });

  it('grants no more permits than its size when many attempts ask at the same time', async () => {
    const acquisitions = await Promise.all(Array.from({ length: 4 * SIZE }, () => acquire()));
    const numbers = acquisitions.flatMap((each) => (each.kind === 'acquired' ? [each.permit.number] : []));
    expect(numbers.sort()).toEqual([0, 1, 2, 3, 4]);
    expect(acquisitions.filter(({ kind }) => kind === 'full')).toHaveLength(3 * SIZE);
  });

  it('grants a permit again after its release', async () => {
    const [first] = await running(SIZE);
    if (first) await release(first);
    expect((await acquire()).kind).toBe('acquired');
  });

  it('grants the permit of a dead attempt when its lease ends, and not before', async () => {
    await running(SIZE, DELIVERY_LEASE_SECONDS);
    expect((await acquire()).kind).toBe('full');
    deps.advance(0.001);
    expect((await acquire()).kind).toBe('acquired');
  });

  it('ignores the release of a late attempt whose permit another attempt holds meanwhile', async () => {
    const [late] = await running(1, DELIVERY_LEASE_SECONDS + 1);
    const all = await running(SIZE);
    if (late) await release(late, answered(false));
    expect(await acquire()).toEqual({ kind: 'full', permits: inOrder(all) });
  });

  it('counts another host, another path and the same URL of another organisation apart', async () => {
    await running(SIZE);
    expect((await acquire(messageTo('other.example'))).kind).toBe('acquired');
    expect((await acquire(messageTo('receiver.example', organisationId, 'other'))).kind).toBe('acquired');
    const other = OrganisationId.parse(deps.newId());
    expect((await acquire(messageTo('receiver.example', other))).kind).toBe('acquired');
  });

  it('counts two subscriptions with one URL together, and another path apart', () => {
    const destinationOf = (url: string, n: number) => {
      const channel = { kind: 'webhook', webhookId: deps.newId() } as const;
      return nextAttemptOf(aDelivery({ id: uuid(n), channel, url })).receiver;
    };
    const { url } = aDelivery();
    expect(destinationOf(url, 1)).toBe(destinationOf(url, 2));
    expect(destinationOf(`${url}/another`, 3)).not.toBe(destinationOf(url, 1));
  });
});

describe('permitPool of a destination that failed five times in a row', () => {
  const acquireFirst = () => acquire(messageTo(), 'first');

  it('opens the circuit: only the retry queue gets a permit', async () => {
    await attempted(false, CIRCUIT_OPENS_AT - 1);
    const before = await acquireFirst();
    expect(before.kind).toBe('acquired');
    if (before.kind === 'acquired') await release({ message: messageTo(), permit: before.permit });
    await attempted(false);
    expect((await acquireFirst()).kind).toBe('circuit-open');
    expect((await acquire()).kind).toBe('acquired');
  });

  it('grants two permits', async () => {
    await attempted(false, CIRCUIT_OPENS_AT);
    const two = await running(2);
    expect(await acquire()).toEqual({ kind: 'full', permits: inOrder(two) });
  });

  it('tells a first attempt that the limit is full while both permits are held, so that it is parked', async () => {
    await attempted(false, CIRCUIT_OPENS_AT);
    await running(2);
    expect((await acquireFirst()).kind).toBe('full');
  });

  it('grants one permit when its size is one', async () => {
    pool = permitPool(deps, 1);
    await attempted(false, CIRCUIT_OPENS_AT);
    await running(1);
    expect((await acquire()).kind).toBe('full');
  });

  it('closes the circuit after one success', async () => {
    await attempted(false, CIRCUIT_OPENS_AT);
    await attempted(true);
    expect((await acquireFirst()).kind).toBe('acquired');
  });
});
