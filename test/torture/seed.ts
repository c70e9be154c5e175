import { setTimeout as sleep } from 'node:timers/promises';
import { act, JUMP_SECONDS, type Payment, watch } from './actions.ts';
import { broken, type Chain } from './invariants.ts';
import type { Place } from './place.ts';
import { type Plan, planOf } from './plan.ts';
import { cursorOf, type State, stateOf } from './state.ts';
import { invoke, type Tenant, type Tenants } from './tenant.ts';

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
const STILL_MS = 700;
/** How long the storm blows on, when everything is under way, at most. */
const STORM_MS = 5000;

/** Runs a seed from healthy organisations through a storm to rest, and says what then does not hold. */
export async function runSeed(place: Place & { readonly tenants: Tenants }, seed: number): Promise<Result> {
  const plan = planOf(seed);
  const before = place.receivers.wrong.length;
  const tenants = await place.tenants.take(plan.whole(1, 2, 'tenants'));
  const receivers = tenants.flatMap((tenant, i) => tenant.receivers.map((path, n) => [path, `${i}-${n}`] as const));
  place.receivers.begin(plan, new Map(receivers));
  await watch(place);
  place.storm.begin(plan);
  const payments = await acted(place, plan, tenants);
  // A kill of the last moment brings a stack that is still to start.
  await place.stack.served;
  const { states, jumps, reached } = await rest(place, tenants, { most: MOST_JUMPS, ms: Number.POSITIVE_INFINITY });
  const chain = await chainOf(place, payments);
  const wrong = tenants.flatMap((tenant, i) => {
    const state = states[i];
    const own = payments.filter((payment) => payment.tenant === tenant);
    if (state === undefined) return ['an organisation is gone'];
    return broken({ tenant, payments: own, state, chain, heard: place.receivers.heard });
  });
  if (!reached) wrong.unshift(`not at rest after ${jumps} jumps of the clock`);
  wrong.push(...place.receivers.wrong.slice(before), ...place.deaths.splice(0));
  return { seed, met: [...place.storm.met], wrong, jumps };
}

async function acted(place: Place, plan: Plan, tenants: readonly Tenant[]): Promise<Payment[]> {
  try {
    const payments = await act(place, plan, tenants);
    // What was set going meets the storm too, not the beginning alone.
    await watch(place);
    await rest(place, tenants, { most: 0, ms: STORM_MS });
    return payments;
  } finally {
    place.storm.end();
  }
}

interface Patience {
  /** Jumps of the clock. */
  readonly most: number;
  readonly ms: number;
}

/** Waits until nothing is left to do, and where nothing happens any more lets the clock jump, for reconcile to find it. */
async function rest(place: Place, tenants: readonly Tenant[], { most, ms }: Patience) {
  const deadline = performance.now() + ms;
  let jumps = 0;
  let last = '';
  let since = performance.now();
  for (;;) {
    const states = await Promise.all(tenants.map(({ organisation }) => stateOf(place.table, organisation)));
    const atHead = await isAtHead(place);
    if (atHead && states.every(isDone)) return { states, jumps, reached: true };
    const now = JSON.stringify([atHead, states.map(({ due, notes, deliveries }) => [due, notes, deliveries])]);
    if (now !== last) since = performance.now();
    last = now;
    if (performance.now() > deadline) return { states, jumps, reached: false };
    if (performance.now() - since > STILL_MS) {
      if (jumps === most) return { states, jumps, reached: false };
      jumps++;
      since = performance.now();
      place.stack.advance(JUMP_SECONDS);
      await Promise.all([invoke(place, 'reconcile', {}).catch(() => undefined), watch(place)]);
    }
    await sleep(100);
  }
}

const isDone = ({ due, notes }: State): boolean => due.length === 0 && notes.length === 0;

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
