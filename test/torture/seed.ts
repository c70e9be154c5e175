import { setTimeout as sleep } from 'node:timers/promises';
import { act, JUMP_SECONDS, type Payment, replayingAll, watch } from './actions.ts';
import { broken, type Chain } from './invariants.ts';
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
/** How long nothing may change before the clock is moved. */
const STILL_MS = 600;
/** Between looks. */
const LOOK_MS = 120;
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
  const payments = await acted(place, plan, tenants);
  // A kill of the last moment brings a stack that is still to start.
  await place.stack.served;
  const { jumps, due } = await rest(place, tenants, { most: MOST_JUMPS, ms: Number.POSITIVE_INFINITY });
  place.listen();
  const chain = await chainOf(place, payments);
  const broke = tenants.map(async (tenant) => {
    const state = await stateOf(place.table, tenant.organisation);
    const own = payments.filter((payment) => payment.tenant === tenant);
    return broken({ tenant, payments: own, state, chain, heard: place.receivers.heard, mails: place.mails });
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

async function acted(place: Place, plan: Plan, tenants: readonly Tenant[]): Promise<Payment[]> {
  try {
    const payments = await act(place, plan, tenants);
    // What was set going meets the storm too, not the beginning alone.
    await watch(place);
    await rest(place, tenants, { most: 0, ms: STORM_MS });
    if (!plan.flood) return payments;
    // Once more, by jobs.
    await Promise.all(tenants.map((tenant) => replayingAll(place, tenant, 'delivered')));
    await rest(place, tenants, { most: 0, ms: STORM_MS });
    return payments;
  } finally {
    place.endStorm();
  }
}

interface Patience {
  /** Jumps of the clock. */
  readonly most: number;
  readonly ms: number;
}

/**
 * Waits until nothing is left to do, and where nothing happens any more lets the clock jump, for reconcile to find it.
 * Answers what is left.
 */
async function rest(place: Place, tenants: readonly Tenant[], { most, ms }: Patience) {
  const deadline = performance.now() + ms;
  let jumps = 0;
  let last = '';
  let since = performance.now();
  for (;;) {
    const due = (await Promise.all(tenants.map(({ organisation }) => dueOf(place.table, organisation)))).flat();
    const left =
      due.length > 0 || (await isAtHead(place)) ? due.map(({ sk }) => `${sk} is still due`) : ['blocks are unscanned'];
    if (left.length === 0) return { jumps, due: left };
    const now = JSON.stringify(due);
    if (now !== last) since = performance.now();
    last = now;
    if (performance.now() > deadline) return { jumps, due: left };
    if (performance.now() - since > STILL_MS) {
      if (jumps === most) return { jumps, due: left };
      jumps++;
      since = performance.now();
      place.stack.advance(jumpOver(place, due));
      await Promise.all([invoke(place, 'reconcile', {}).catch(() => undefined), watch(place)]);
    }
    await sleep(LOOK_MS);
  }
}

/** Seconds to the first of what is due, where that is further than a jump. */
function jumpOver({ stack }: Place, due: DueEntries): number {
  const now = Date.now() + stack.aheadMs;
  const first = Math.min(...due.map(({ at }) => Date.parse(at)));
  return due.length === 0 ? JUMP_SECONDS : Math.max(JUMP_SECONDS, Math.ceil((first - now) / 1000) + 2);
}

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
