import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { nextAttemptOf } from '../../lib/deliveries/queue.ts';
import { FAILING, type ReceiverRepo, receiverRepo, type Slot } from '../../lib/deliveries/receivers.ts';
import { LEASE_SECONDS } from '../../lib/deliveries/repo.ts';
import type { AttemptMessage } from '../../lib/deliveries/schema.ts';
import { OrganisationId } from '../../lib/ids.ts';
import type { Table } from '../../lib/table/table.ts';
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
const toHost = (host = 'receiver.example', o = organisationId, path = 'hook') =>
  nextAttemptOf(aDelivery({ id: deps.newId(), organisationId: o, url: `https://${host}/${path}` }));

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

async function attempted(ok: boolean, times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    const { message, slot } = await taken();
    const error = ok ? null : 'The receiver answered 500.';
    await receivers.release(message, slot, { ok, error, at: deps.now(), host: 'receiver.example' });
  }
}

describe('a receiver', () => {
  it('has no more attempts under way than the cap, and tells how long the oldest takes', async () => {
    await underWay(CAP);
    expect(await admit()).toEqual({ kind: 'busy', seconds: 2 });
  });

  it('never has more of them when many come at once', async () => {
    const admissions = await Promise.all(
      Array.from({ length: 4 * CAP }, async () => {
        const admission = await admit();
        // Those that wait for room are not to wait for long.
        if (admission.kind === 'admitted') deps.advance(0.1);
        return admission.kind;
      }),
    );
    expect(admissions.filter((kind) => kind === 'admitted')).toHaveLength(CAP);
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
    await underWay(CAP);
    if (late) await receivers.release(late.message, late.slot, { ok: false, error: 'late', at: deps.now(), host: '' });
    expect(await admit()).toEqual({ kind: 'busy', seconds: 2 });
  });

  it('that answers quickly is waited for', async () => {
    const all = await underWay(CAP, 0.1);
    const [first] = all;
    const waiting = admit();
    if (first) await receivers.release(first.message, first.slot, null);
    expect((await waiting).kind).toBe('admitted');
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
    await underWay(2, 2);
    expect(await admit()).toEqual({ kind: 'busy', seconds: 2 });
  });

  it('is as any other after one success', async () => {
    await attempted(false, FAILING);
    await attempted(true);
    expect((await first()).kind).toBe('admitted');
  });
});
