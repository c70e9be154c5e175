import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answered } from '../../../lib/deliveries/answered.ts';
import { DELIVERY_LEASE_SECONDS } from '../../../lib/deliveries/delivery-states.ts';
import { CIRCUIT_OPENS_AT, SLOW_FAILURE_MS } from '../../../lib/deliveries/limits/circuit.ts';
import { destinationKey } from '../../../lib/deliveries/limits/limit-key.ts';
import { type Acquired, type PermitPool, permitPool } from '../../../lib/deliveries/limits/permit-pool.ts';
import type { AttemptMessage } from '../../../lib/deliveries/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { aDelivery } from '../../support/records.ts';
import { makeTable } from '../../support/table.ts';

const SIZE = 2;

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

/** The message of a new delivery. All go to one destination. */
const newMessage = () => nextAttemptOf(aDelivery({ id: deps.newId(), organisationId }));

const limitOf = (message: AttemptMessage) => ({
  organisationId: message.organisationId,
  key: destinationKey(message.receiver),
});
const acquire = (message = newMessage()) => pool.acquire(limitOf(message), message, 'retries');

interface Held extends Acquired {
  readonly message: AttemptMessage;
}

async function acquired(message = newMessage()): Promise<Held> {
  const acquisition = await acquire(message);
  if (acquisition.kind !== 'acquired') throw new Error(`the limit is ${acquisition.kind}`);
  return { ...acquisition, message };
}

const release = ({ message, permit }: Held, answered: Answered | null = null) =>
  pool.release(limitOf(message), permit, answered);
const clear = ({ message }: Held, seen: string) => pool.clearFlag(limitOf(message), seen);

const failure = (durationMs = 40): Answered => ({
  ok: false,
  error: 'The receiver answered 500.',
  durationMs,
  at: deps.now(),
  host: 'a.example',
});
const NO_FLAG = { circuitOpen: false, flag: null };

/** A message that got no permit, and how it raises the flag for the permits that it found held. */
async function refused() {
  const message = newMessage();
  const acquisition = await acquire(message);
  if (acquisition.kind !== 'full') throw new Error(`the limit is ${acquisition.kind}`);
  return { raiseFlag: () => pool.raiseFlag(limitOf(message), message.deliveryId, acquisition.permits) };
}

describe('raiseFlag', () => {
  it('shows the flag to every holder of a permit and to every later holder', async () => {
    const [one, two] = [await acquired(), await acquired()];
    expect(one.flag).toBeNull();
    expect(await (await refused()).raiseFlag()).toBe(true);

    const after = await release(one);
    expect(after).toEqual({ circuitOpen: false, flag: expect.any(String) });
    expect((await acquired()).flag).toBe(after.flag);
    expect(await release(two)).toEqual(after);
  });

  it('succeeds while one of the permits that were held still is', async () => {
    const [, two] = [await acquired(), await acquired()];
    const { raiseFlag } = await refused();
    await release(two);
    expect(await raiseFlag()).toBe(true);
  });

  it('fails when all permits that were held have been released', async () => {
    const all = [await acquired(), await acquired()];
    const { raiseFlag } = await refused();
    for (const held of all) expect(await release(held)).toEqual(NO_FLAG);
    expect(await raiseFlag()).toBe(false);
  });

  it('fails when other attempts hold the permits meanwhile: the message must ask again', async () => {
    const all = [await acquired(), await acquired()];
    const { raiseFlag } = await refused();
    for (const held of all) await release(held);
    deps.advance(0.001);
    const since = [await acquired(), await acquired()];
    expect(await raiseFlag()).toBe(false);
    expect((await acquire()).kind).toBe('full');
    for (const held of since) expect((await release(held)).flag).toBeNull();
  });

  it('shows the flag to no other organisation', async () => {
    const theirs = await acquired({ ...newMessage(), organisationId: OrganisationId.parse(deps.newId()) });
    await Promise.all([acquired(), acquired()]);
    await (await refused()).raiseFlag();
    expect(await release(theirs)).toEqual(NO_FLAG);
  });
});

describe('release', () => {
  it('tells whether the circuit is open after the answer', async () => {
    for (let failures = 1; failures <= CIRCUIT_OPENS_AT; failures++) {
      const after = await release(await acquired(), failure());
      expect(after).toEqual({ circuitOpen: failures === CIRCUIT_OPENS_AT, flag: null });
    }
    const recovered = await release(await acquired(), { ...failure(), ok: true, error: null });
    expect(recovered).toEqual(NO_FLAG);
  });

  it.each([false, true])(
    'opens the circuit after one failure that took long, after a success: %s',
    async (afterSuccess) => {
      expect((await release(await acquired(), failure(SLOW_FAILURE_MS - 1))).circuitOpen).toBe(false);
      const slow = { ...failure(SLOW_FAILURE_MS), afterSuccess };
      expect((await release(await acquired(), slow)).circuitOpen).toBe(true);
      const slowSuccess = { ...slow, ok: true, error: null };
      expect((await release(await acquired(), slowSuccess)).circuitOpen).toBe(false);
    },
  );

  it('counts no failure and no success when the attempt says nothing of the destination', async () => {
    for (let failures = 1; failures < CIRCUIT_OPENS_AT; failures++) await release(await acquired(), failure());
    expect((await release(await acquired())).circuitOpen).toBe(false);
    expect((await release(await acquired(), failure())).circuitOpen).toBe(true);
  });

  it('counts a failure after a success under the same permit as the first failure', async () => {
    for (let failures = 1; failures <= CIRCUIT_OPENS_AT; failures++) {
      const after = await release(await acquired(), { ...failure(), afterSuccess: true });
      expect(after).toMatchObject({ circuitOpen: false });
    }
    for (let failures = 2; failures <= CIRCUIT_OPENS_AT; failures++) {
      const after = await release(await acquired(), failure());
      expect(after).toMatchObject({ circuitOpen: failures === CIRCUIT_OPENS_AT });
    }
  });

  it('shows the flag to a late attempt although another attempt holds its permit meanwhile', async () => {
    const late = await acquired();
    deps.advance(DELIVERY_LEASE_SECONDS + 1);
    await Promise.all([acquired(), acquired()]);
    await (await refused()).raiseFlag();
    expect(await release(late, failure())).toEqual({ circuitOpen: false, flag: expect.any(String) });
    expect((await acquire()).kind).toBe('full');
  });

  it('answers for a limit that nobody has used yet', async () => {
    const permit = { number: 0, held: 'nobody' };
    expect(await pool.release(limitOf(newMessage()), permit, null)).toEqual(NO_FLAG);
  });
});

describe('clearFlag', () => {
  /** Both permits are held, and a message has raised the flag. */
  async function flagged() {
    const all = [await acquired(), await acquired()] as const;
    await (await refused()).raiseFlag();
    const seen = (await release(all[0])).flag ?? '';
    return { seen, other: all[1], again: await acquired() };
  }

  it('clears the flag that the holder saw', async () => {
    const { seen, other } = await flagged();
    await clear(other, seen);
    expect((await release(other)).flag).toBeNull();
  });

  it('keeps the flag when another message raised it since', async () => {
    const { seen, other } = await flagged();
    await (await refused()).raiseFlag();
    await clear(other, seen);
    expect((await release(other)).flag).toEqual(expect.any(String));
  });

  it('changes nothing when a second holder clears the same flag', async () => {
    const { seen, other, again } = await flagged();
    await clear(other, seen);
    await clear(other, seen);
    expect((await release(again)).flag).toBeNull();
  });
});
