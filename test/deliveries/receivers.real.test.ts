import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answered, FAILING, type ReceiverRepo, receiverRepo, type Slot } from '../../lib/deliveries/receivers.ts';
import { LEASE_SECONDS } from '../../lib/deliveries/repo.ts';
import type { AttemptMessage } from '../../lib/deliveries/schema.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { aDelivery, uuid } from '../support/records.ts';
import { makeTable } from '../support/table.ts';

const CAP = 5;

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

/** The message of a delivery of its own. */
const toHost = (host = 'receiver.example', owner = organisationId, path = 'hook') =>
  nextAttemptOf(aDelivery({ id: deps.newId(), organisationId: owner, url: `https://${host}/${path}` }));

const admit = (message: AttemptMessage = toHost()) => receivers.admit(message, true);

async function taken(message = toHost()): Promise<{ message: AttemptMessage; slot: Slot }> {
  const admission = await admit(message);
  if (admission.kind !== 'admitted') throw new Error(`it is ${admission.kind}`);
  return { message, slot: admission.slot };
}

/** Takes this many slots, and lets their attempts go on for a while. */
async function underWay(count: number, seconds = 2) {
  const all = [];
  for (let n = 0; n < count; n++) all.push(await taken());
  deps.advance(seconds);
  return all;
}

const inOrder = (all: readonly { slot: Slot }[]) => all.map(({ slot }) => slot).sort((a, b) => a.number - b.number);

const answered = (ok: boolean): Answered => ({
  ok,
  error: ok ? null : 'The receiver answered 500.',
  at: deps.now(),
  host: 'receiver.example',
});

async function attempted(ok: boolean, times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    const { message, slot } = await taken();
    await receivers.release(message, slot, answered(ok));
  }
}

describe('a receiver', () => {
  it('has no more attempts under way than the cap, and tells which', async () => {
    const all = await underWay(CAP);
    expect(await admit()).toEqual({ kind: 'busy', slots: inOrder(all) });
  });

  it('never has more of them when many come at once', async () => {
    const admissions = await Promise.all(Array.from({ length: 4 * CAP }, () => admit()));
    const numbers = admissions.flatMap((admission) => (admission.kind === 'admitted' ? [admission.slot.number] : []));
    expect(numbers.sort()).toEqual([0, 1, 2, 3, 4]);
    expect(admissions.filter(({ kind }) => kind === 'busy')).toHaveLength(3 * CAP);
  });

  it('has room again when a slot is given back', async () => {
    const [first] = await underWay(CAP);
    if (first) await receivers.release(first.message, first.slot, null);
    expect((await admit()).kind).toBe('admitted');
  });

  it('has room again when the lease of an attempt that died is over, and not before', async () => {
    await underWay(CAP, LEASE_SECONDS);
    expect((await admit()).kind).toBe('busy');
    deps.advance(0.001);
    expect((await admit()).kind).toBe('admitted');
  });

  it('keeps the slot of who took it over from an attempt that is late', async () => {
    const [late] = await underWay(1, LEASE_SECONDS + 1);
    const all = await underWay(CAP);
    if (late) await receivers.release(late.message, late.slot, answered(false));
    expect(await admit()).toEqual({ kind: 'busy', slots: inOrder(all) });
  });

  it('takes no room from another host or path, nor from the same URL of another organisation', async () => {
    await underWay(CAP);
    expect((await admit(toHost('other.example'))).kind).toBe('admitted');
    expect((await admit(toHost('receiver.example', organisationId, 'other'))).kind).toBe('admitted');
    const other = OrganisationId.parse(deps.newId());
    expect((await admit(toHost('receiver.example', other))).kind).toBe('admitted');
  });

  it('is one, whatever subscription leads to it, and another one for another path', () => {
    const receiverAt = (url: string, n: number) => {
      const channel = { kind: 'webhook', webhookId: deps.newId() } as const;
      return nextAttemptOf(aDelivery({ id: uuid(n), channel, url })).receiver;
    };
    const { url } = aDelivery();
    expect(receiverAt(url, 1)).toBe(receiverAt(url, 2));
    expect(receiverAt(`${url}/another`, 3)).not.toBe(receiverAt(url, 1));
  });
});

describe('a receiver that failed five times in a row', () => {
  const first = () => receivers.admit(toHost(), false);

  it('is served from the retry queue alone', async () => {
    await attempted(false, FAILING - 1);
    const before = await first();
    expect(before.kind).toBe('admitted');
    if (before.kind === 'admitted') await receivers.release(toHost(), before.slot, null);
    await attempted(false);
    expect((await first()).kind).toBe('failing');
    expect((await admit()).kind).toBe('admitted');
  });

  it('has two attempts under way', async () => {
    await attempted(false, FAILING);
    const two = await underWay(2);
    expect(await admit()).toEqual({ kind: 'busy', slots: inOrder(two) });
  });

  it('is not served from the retry queue alone while it has no room: messages wait as at any other', async () => {
    await attempted(false, FAILING);
    await underWay(2);
    expect((await first()).kind).toBe('busy');
  });

  it('has as many attempts under way as there are slots, should there be fewer than two', async () => {
    receivers = receiverRepo(deps, 1);
    await attempted(false, FAILING);
    await underWay(1);
    expect((await admit()).kind).toBe('busy');
  });

  it('is as any other after one success', async () => {
    await attempted(false, FAILING);
    await attempted(true);
    expect((await first()).kind).toBe('admitted');
  });
});
