import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answered, FAILING, type ReceiverRepo, receiverRepo, type Slot } from '../../lib/deliveries/receivers.ts';
import { LEASE_SECONDS } from '../../lib/deliveries/repo.ts';
import type { AttemptMessage } from '../../lib/deliveries/schema.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { aDelivery } from '../support/records.ts';
import { makeTable } from '../support/table.ts';

const CAP = 2;

let table: Table;
let deps: TestDeps;
let receivers: ReceiverRepo;
let organisationId: OrganisationId;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(() => {
  deps = testDeps(table);
  receivers = receiverRepo(deps, CAP);
  organisationId = OrganisationId.parse(deps.newId());
});

/** The message of a delivery of its own, all to one receiver. */
const message = () => nextAttemptOf(aDelivery({ id: deps.newId(), organisationId }));

interface Held {
  readonly message: AttemptMessage;
  readonly slot: Slot;
  /** What the receiver told of its backlog. */
  readonly backlog: string | null;
}

async function taken(): Promise<Held> {
  const own = message();
  const admission = await receivers.admit(own, true);
  if (admission.kind !== 'admitted') throw new Error(`it is ${admission.kind}`);
  return { message: own, ...admission };
}

const giveBack = (held: Held, answered: Answered | null = null) => receivers.release(held.message, held.slot, answered);

const refused = (): Answered => ({ ok: false, error: 'The receiver answered 500.', at: deps.now(), host: 'a.example' });

/** A message that found no room, with what it announces itself by. */
async function refusedRoom() {
  const waiting = message();
  const admission = await receivers.admit(waiting, true);
  if (admission.kind !== 'busy') throw new Error(`it is ${admission.kind}`);
  return { announce: () => receivers.announce(waiting, admission.slots) };
}

describe('a message that begins to wait', () => {
  it('is announced to all who hold a slot, and to who is admitted later', async () => {
    const [one, two] = [await taken(), await taken()];
    expect(one.backlog).toBeNull();
    expect(await (await refusedRoom()).announce()).toBe(true);

    const toOne = await giveBack(one);
    expect(toOne).toEqual({ failing: false, backlog: expect.any(String) });
    expect((await taken()).backlog).toBe(toOne?.backlog);
    expect(await giveBack(two)).toEqual(toOne);
  });

  it('is announced while one of the slots that were held still is', async () => {
    const [, two] = [await taken(), await taken()];
    const { announce } = await refusedRoom();
    await giveBack(two);
    expect(await announce()).toBe(true);
  });

  it('is not announced when all that were held have been given back', async () => {
    const all = [await taken(), await taken()];
    const { announce } = await refusedRoom();
    for (const held of all) expect(await giveBack(held)).toEqual({ failing: false, backlog: null });
    expect(await announce()).toBe(false);
  });

  it('is not announced to those who took the slots since: it is to look itself', async () => {
    const all = [await taken(), await taken()];
    const { announce } = await refusedRoom();
    for (const held of all) await giveBack(held);
    deps.advance(0.001);
    const since = [await taken(), await taken()];
    expect(await announce()).toBe(false);
    expect((await receivers.admit(message(), true)).kind).toBe('busy');
    for (const held of since) expect((await giveBack(held))?.backlog).toBeNull();
  });

  it('is announced to nobody of another organisation', async () => {
    const others = OrganisationId.parse(deps.newId());
    const theirs = { ...message(), organisationId: others };
    const admission = await receivers.admit(theirs, true);
    await Promise.all([taken(), taken()]);
    await (await refusedRoom()).announce();
    if (admission.kind !== 'admitted') throw new Error(`it is ${admission.kind}`);
    expect(await receivers.release(theirs, admission.slot, null)).toEqual({ failing: false, backlog: null });
  });
});

describe('a slot that is given back', () => {
  it('tells whether the receiver now fails', async () => {
    for (let failures = 1; failures <= FAILING; failures++) {
      const after = await giveBack(await taken(), refused());
      expect(after).toEqual({ failing: failures === FAILING, backlog: null });
    }
    const mended = await giveBack(await taken(), { ...refused(), ok: true, error: null });
    expect(mended).toEqual({ failing: false, backlog: null });
  });

  it('changes nothing of the health when its attempt told nothing', async () => {
    for (let failures = 1; failures < FAILING; failures++) await giveBack(await taken(), refused());
    expect((await giveBack(await taken()))?.failing).toBe(false);
    expect((await giveBack(await taken(), refused()))?.failing).toBe(true);
  });

  it('counts a failure after a success of the same slot as the first', async () => {
    for (let failures = 1; failures <= FAILING; failures++) {
      expect(await giveBack(await taken(), { ...refused(), afterSuccess: true })).toMatchObject({ failing: false });
    }
    for (let failures = 2; failures <= FAILING; failures++) {
      expect(await giveBack(await taken(), refused())).toMatchObject({ failing: failures === FAILING });
    }
  });

  it('stays with the other attempt that has it since its lease was over, and tells of the backlog all the same', async () => {
    const late = await taken();
    deps.advance(LEASE_SECONDS + 1);
    await Promise.all([taken(), taken()]);
    await (await refusedRoom()).announce();
    expect(await giveBack(late, refused())).toEqual({ failing: false, backlog: expect.any(String) });
    expect((await receivers.admit(message(), true)).kind).toBe('busy');
  });

  it('tells what there is to tell of a receiver that nobody has used yet', async () => {
    const slot = { number: 0, held: 'nobody' };
    expect(await receivers.release(message(), slot, null)).toEqual({ failing: false, backlog: null });
  });
});

describe('that none waits any more', () => {
  /** Both slots held, and a message that waits. */
  async function announced() {
    const all = [await taken(), await taken()] as const;
    await (await refusedRoom()).announce();
    const seen = (await giveBack(all[0]))?.backlog ?? '';
    return { seen, other: all[1], again: await taken() };
  }

  it('is noted', async () => {
    const { seen, other } = await announced();
    await receivers.settle(other.message, seen);
    expect((await giveBack(other))?.backlog).toBeNull();
  });

  it('is not noted when another one began to wait since', async () => {
    const { seen, other } = await announced();
    await (await refusedRoom()).announce();
    await receivers.settle(other.message, seen);
    expect((await giveBack(other))?.backlog).toEqual(expect.any(String));
  });

  it('is noted once: the second who finds it so changes nothing', async () => {
    const { seen, other, again } = await announced();
    await receivers.settle(other.message, seen);
    await receivers.settle(other.message, seen);
    expect((await giveBack(again))?.backlog).toBeNull();
  });
});
