import { setTimeout as sleep } from 'node:timers/promises';
import { type Acts, act, JUMP_SECONDS, type Payment, replayingAll, watch } from './actions.ts';
import { broken } from './invariants.ts';
import type { Chain } from './outcome.ts';
import type { Place } from './place.ts';
import { type Plan, planOf } from './plan.ts';
import { cursorOf, type DueEntries, dueOf, stateOf } from './state.ts';
import { flooded, invoke, type Tenant, type Tenants } from './tenant.ts';

/** What came of the run of a seed. */
export interface Result {
  readonly seed: number;
  readonly met: readonly string[];
  /** What does not hold; empty when all does. */
  readonly wrong: readonly string[];
  readonly jumps: number;
}

/** Jumps of the clock after which all that was left must be done. */
const MOST_JUMPS = 30;
/** Between looks. */
const LOOK_MS = 120;
/**
 * How often in a row nothing has changed before the clock is moved. Looks and no time: on a machine that is slow they take
 * longer, as does what they wait for.
 */
const STILL_LOOKS = 5;
/** The same where nothing failed, and so nothing is for reconcile to do: half a minute at least. */
const CALM_STILL_LOOKS = 250;
/** Nothing waits longer: a receiver may ask for an hour, and reconcile leaves to a backlog what waits in it for as long. */
const LONGEST_WAIT_SECONDS = 4000;
/**
 * Jumps that come in the middle of work too, which is then late and whose leases end. A machine that is slow is always in the
 * middle of it: after so many, what is in the queues is let done first.
 */
const HASTY_JUMPS = 10;
/** For so long at most: the stack may have died. */
const WORK_MS = 60_000;
/** How long the storm blows on, when everything is under way, at most. */
const STORM_MS = 5000;

/** Runs a seed from healthy organisations through a storm to rest, and says what then does not hold. */
export async function runSeed(place: Place & { readonly tenants: Tenants }, seed: number): Promise<Result> {
  const plan = planOf(seed);
  const before = place.receivers.wrong.length;
  const tenants = await tenantsOf(place, plan);
  const receivers = tenants.flatMap((tenant, i) => tenant.receivers.map((path, n) => [path, `${i}-${n}`] as const));
  place.receivers.begin(plan, new Map(receivers));
  await watch(place);
  place.beginStorm(plan);
  const { payments, replaying } = await acted(place, plan, tenants);
  // A kill of the last moment brings a stack that is still to start.
  await place.stack.served;
  const { jumps, due } = await rest(place, tenants, {
    most: plan.calm ? 0 : MOST_JUMPS,
    ms: Number.POSITIVE_INFINITY,
    stillLooks: plan.calm ? CALM_STILL_LOOKS : STILL_LOOKS,
  });
  place.listen();
  const chain = await chainOf(place, payments);
  const broke = tenants.map(async (tenant) => {
    const state = await stateOf(place.table, tenant.organisation);
    const own = payments.filter((payment) => payment.tenant === tenant);
    const restarts = replaying.filter((each) => each === tenant).length;
    const { heard } = place.receivers;
    return broken({ tenant, payments: own, restarts, state, chain, heard, mails: place.mails });
  });
  const wrong = (await Promise.all(broke)).flat();
  for (const left of due) wrong.unshift(`${left} after ${jumps} jumps of the clock`);
  wrong.push(...place.receivers.wrong.slice(before), ...place.deaths.splice(0));
  return { seed, met: [...place.met], wrong, jumps };
}

async function tenantsOf(place: Place & { readonly tenants: Tenants }, plan: Plan): Promise<Tenant[]> {
  if (!plan.flood) return place.tenants.take(plan.whole(1, 2, 'tenants'));
  const [tenant] = await place.tenants.take(1);
  if (tenant === undefined) throw new Error('no organisation');
  return [await flooded(place, tenant)];
}

async function acted(place: Place, plan: Plan, tenants: readonly Tenant[]): Promise<Acts> {
  try {
    const acts = await act(place, plan, tenants);
    // What was set going meets the storm too, not the beginning alone.
    await watch(place);
    await rest(place, tenants, { most: 0, ms: STORM_MS, stillLooks: STILL_LOOKS });
    if (!plan.flood) return acts;
    // Once more, by jobs.
    await Promise.all(tenants.map((tenant) => replayingAll(place, tenant, 'delivered')));
    await rest(place, tenants, { most: 0, ms: STORM_MS, stillLooks: STILL_LOOKS });
    return acts;
  } finally {
    place.endStorm();
  }
}

interface Patience {
  /** Jumps of the clock. */
  readonly most: number;
  readonly ms: number;
  /** How often in a row nothing has changed before a jump. */
  readonly stillLooks: number;
}

/**
 * Waits until nothing is left to do, and where nothing happens any more lets the clock jump, for reconcile to find it.
 * Answers what is left.
 */
async function rest(place: Place, tenants: readonly Tenant[], { most, ms, stillLooks }: Patience) {
  const deadline = performance.now() + ms;
  let jumps = 0;
  let last = '';
  let still = 0;
  let jumped = performance.now();
  for (;;) {
    const due = (await Promise.all(tenants.map(({ organisation }) => dueOf(place.table, organisation)))).flat();
    const left =
      due.length > 0 || (await isAtHead(place)) ? due.map(({ sk }) => `${sk} is still due`) : ['blocks are unscanned'];
    if (left.length === 0) return { jumps, due: left };
    const now = JSON.stringify(due);
    still = now === last ? still + 1 : 0;
    last = now;
    if (performance.now() > deadline) return { jumps, due: left };
    const letsWork = jumps >= HASTY_JUMPS && performance.now() - jumped < WORK_MS;
    if (still >= stillLooks && !(letsWork && (await place.isAtWork()))) {
      const far = due.filter(({ at }) => secondsTo(place, at) > LONGEST_WAIT_SECONDS);
      if (far.length > 0) return { jumps, due: far.map(({ sk, at }) => `${sk} is due only at ${at}`) };
      if (jumps === most) return { jumps, due: left };
      jumps++;
      still = 0;
      jumped = performance.now();
      place.stack.advance(jumpOver(place, due));
      await Promise.all([invoke(place, 'reconcile', {}).catch(() => undefined), watch(place)]);
    }
    await sleep(LOOK_MS);
  }
}

/** Seconds to the first of what is due, where that is further than a jump. */
function jumpOver(place: Place, due: DueEntries): number {
  const first = Math.min(...due.map(({ at }) => secondsTo(place, at)));
  return due.length === 0 ? JUMP_SECONDS : Math.max(JUMP_SECONDS, Math.ceil(first) + 2);
}

/** By the stack's clock. */
const secondsTo = ({ stack }: Place, instant: string): number =>
  (Date.parse(instant) - Date.now() - stack.aheadMs) / 1000;

async function isAtHead({ table, node }: Place): Promise<boolean> {
  const [cursor, head] = await Promise.all([cursorOf(table), node.send('eth_getBlockByNumber', ['latest', false])]);
  return cursor?.hash === head.hash;
}

async function chainOf({ node }: Place, payments: readonly Payment[]): Promise<Chain> {
  const sent = payments.filter((payment) => payment.sent);
  const blocks = await Promise.all(
    sent.map(async ({ hash }) => {
      const receipt = await node.send('eth_getTransactionReceipt', [hash]);
      return [hash, receipt === null ? null : String(receipt.blockHash)] as const;
    }),
  );
  return new Map(blocks);
}
