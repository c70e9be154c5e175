import { setTimeout as sleep } from 'node:timers/promises';
import { COUNTED_RECORDS } from '../../lib/watch/hourly-budget.ts';
import { type Actions, JUMP_SECONDS, type Payment, replayingAll, runActions, watch } from './actions.ts';
import { SCARCE_RECORDS_PER_HOUR } from './changed-functions.ts';
import type { Environment } from './environment.ts';
import { violationsOf } from './invariants.ts';
import { OBSERVED } from './observed.ts';
import { leftOfDeleted } from './operators.ts';
import type { Chain } from './outcome.ts';
import { type Plan, planOf } from './plan.ts';
import { cursorOf, type DueEntries, dueOf, stateOf } from './state.ts';
import { flooded, invoke, type Tenant, type Tenants } from './tenant.ts';

/** The result of the run of a seed. */
export interface Result {
  readonly seed: number;
  readonly injected: readonly string[];
  /** The violated invariants. */
  readonly wrong: readonly string[];
  readonly jumps: number;
}

/** After this many jumps of the clock all work must be done. */
const MOST_JUMPS = 30;
/** The pause between polls. */
const POLL_MS = 120;
/**
 * The clock jumps after this many polls without a change. The limit is a number of polls and not a time: polls and the
 * work itself slow down together on a slow machine.
 */
const UNCHANGED_POLLS = 5;
/** The same for calm runs, where handover has no work: half a minute at least. */
const CALM_UNCHANGED_POLLS = 250;
/** The longest wait of most work. A receiver may ask for an hour, and handover gives a waiting list the same time. */
const LONGEST_WAIT_SECONDS = 6000;
/** The longest time between two questions for a price. */
const LONGEST_VALUE_SECONDS = 12 * 3600;
/** The answers of the source of prices are kept for some minutes. */
const PRICES_KEPT_SECONDS = 400;
/**
 * The longest wait of deferred matches: a full budget gives the records of a block at once, and must then fill again.
 * The wait ends in a whole minute.
 */
const LONGEST_DEFERRAL_SECONDS = (COUNTED_RECORDS / SCARCE_RECORDS_PER_HOUR) * 3600 + 60;
/**
 * The first jumps also interrupt running work, which is late then and loses its leases. On a slow machine work is
 * always running, so later jumps wait until the queues are empty.
 */
const HASTY_JUMPS = 2;
/** The longest wait for the queues. The stack may have died. */
const WORK_MS = 60_000;
/** How long faults continue after the last action, at most. */
const FAULTS_MS = 5000;

/** Runs a seed: takes new organisations, injects faults, waits until all work is done, and checks the invariants. */
export async function runSeed(environment: Environment & { readonly tenants: Tenants }, seed: number): Promise<Result> {
  const plan = planOf(seed);
  const before = environment.receivers.wrong.length;
  if (!plan.pricesWell) environment.stack.advance(PRICES_KEPT_SECONDS);
  await environment.followClock();
  const throttledBefore = throttledCalls(environment);
  const tenants = await tenantsOf(environment, plan);
  const receivers = tenants.flatMap((tenant, i) =>
    [...tenant.receivers, ...tenant.destinations.map(({ receiver }) => receiver)].map(
      (path, n) => [path, `${i}-${n}`] as const,
    ),
  );
  environment.receivers.begin(plan, new Map(receivers));
  await watch(environment);
  environment.startFaults(plan);
  const { payments, replaying, erased } = await runWithFaults(environment, plan, tenants);
  const left = tenants.filter((tenant) => !erased.has(tenant));
  // A kill at the last moment leaves a stack that is still starting.
  await environment.stack.served;
  const ended = (limits: Omit<WaitLimits, 'ms'>) =>
    waitUntilIdle(environment, left, { ...limits, ms: Number.POSITIVE_INFINITY });
  const withHandover = { maxJumps: MOST_JUMPS, unchangedPolls: UNCHANGED_POLLS };
  let { jumps, due } = await ended(plan.calm ? { maxJumps: 0, unchangedPolls: CALM_UNCHANGED_POLLS } : withHandover);
  environment.readJournal();
  // A call that a busy partition throttles may leave work to handover, as a crash may.
  if (due.length > 0 && plan.calm && throttledCalls(environment) > throttledBefore) {
    ({ jumps, due } = await ended(withHandover));
    environment.readJournal();
  }
  const chain = await chainOf(environment, payments);
  const checks = left.map(async (tenant) => {
    const state = await stateOf(environment.table, tenant.organisation);
    const own = payments.filter((payment) => payment.tenant === tenant);
    const restarts = replaying.filter((each) => each === tenant).length;
    const { received, messages } = environment.receivers;
    const { mails } = environment;
    return violationsOf({ tenant, payments: own, restarts, state, chain, received, messages, mails });
  });
  const wrong = (await Promise.all(checks)).flat();
  for (const entry of due) wrong.unshift(`${entry} after ${jumps} jumps of the clock`);
  for (const tenant of erased) wrong.push(...(await leftOfDeleted(environment, tenant)));
  wrong.push(...environment.receivers.wrong.slice(before), ...environment.deaths.splice(0));
  return { seed, injected: [...environment.injected], wrong, jumps };
}

const throttledCalls = ({ logged }: Environment): number => logged.get(OBSERVED.partition) ?? 0;

async function tenantsOf(environment: Environment & { readonly tenants: Tenants }, plan: Plan): Promise<Tenant[]> {
  if (!plan.flood) return environment.tenants.take(plan.whole(1, 2, 'tenants'));
  const [tenant] = await environment.tenants.take(1);
  if (tenant === undefined) throw new Error('There is no organisation left');
  return [await flooded(environment, tenant)];
}

async function runWithFaults(environment: Environment, plan: Plan, tenants: readonly Tenant[]): Promise<Actions> {
  try {
    const actions = await runActions(environment, plan, tenants);
    // Keep injecting faults while the work that the actions caused continues.
    await watch(environment);
    await waitUntilIdle(environment, tenants, { maxJumps: 0, ms: FAULTS_MS, unchangedPolls: UNCHANGED_POLLS });
    if (!plan.flood) return actions;
    // Deliver everything again, by bulk replays.
    await Promise.all(tenants.map((tenant) => replayingAll(environment, tenant, 'delivered')));
    await waitUntilIdle(environment, tenants, { maxJumps: 0, ms: FAULTS_MS, unchangedPolls: UNCHANGED_POLLS });
    return actions;
  } finally {
    environment.stopFaults();
  }
}

interface WaitLimits {
  /** The greatest number of jumps of the clock. */
  readonly maxJumps: number;
  readonly ms: number;
  /** The number of polls without a change before a jump. */
  readonly unchangedPolls: number;
}

/**
 * Waits until no work is left. If nothing changes any more, the clock jumps, so handover finds the rest. Returns the
 * work that is left.
 */
async function waitUntilIdle(
  environment: Environment,
  tenants: readonly Tenant[],
  { maxJumps, ms, unchangedPolls }: WaitLimits,
) {
  const deadline = performance.now() + ms;
  let jumps = 0;
  let last = '';
  let still = 0;
  let jumped = performance.now();
  for (;;) {
    const due = (await Promise.all(tenants.map(({ organisation }) => dueOf(environment.table, organisation)))).flat();
    const left =
      due.length > 0 || (await isAtHead(environment))
        ? due.map(({ sk }) => `${sk} is still due`)
        : ['blocks are unscanned'];
    if (left.length === 0) return { jumps, due: left };
    const now = JSON.stringify(due);
    still = now === last ? still + 1 : 0;
    last = now;
    if (performance.now() > deadline) return { jumps, due: left };
    const waitsForQueues = jumps >= HASTY_JUMPS && performance.now() - jumped < WORK_MS;
    if (still >= unchangedPolls && !(waitsForQueues && (await environment.isBusy()))) {
      const far = due.filter(({ sk, at }) => secondsTo(environment, at) > longestWait(sk));
      if (far.length > 0) return { jumps, due: far.map(({ sk, at }) => `${sk} is due only at ${at}`) };
      if (jumps === maxJumps) return { jumps, due: left };
      jumps++;
      still = 0;
      jumped = performance.now();
      environment.stack.advance(jumpOver(environment, due));
      const run = (name: string) => invoke(environment, name, {}).catch(() => undefined);
      await Promise.all([run('handover'), run('set-values'), watch(environment)]);
    }
    await sleep(POLL_MS);
  }
}

function longestWait(sk: string): number {
  if (sk.startsWith('VALUE#')) return LONGEST_VALUE_SECONDS;
  return sk.startsWith('MATCHES#') ? LONGEST_DEFERRAL_SECONDS : LONGEST_WAIT_SECONDS;
}

/** The seconds of the next jump: to the first due entry, but at least `JUMP_SECONDS`. */
function jumpOver(environment: Environment, due: DueEntries): number {
  const first = Math.min(...due.map(({ at }) => secondsTo(environment, at)));
  return due.length === 0 ? JUMP_SECONDS : Math.max(JUMP_SECONDS, Math.ceil(first) + 2);
}

/** The seconds until an instant, by the stack's clock. */
const secondsTo = ({ stack }: Environment, instant: string): number =>
  (Date.parse(instant) - Date.now() - stack.aheadMs) / 1000;

async function isAtHead({ table, node }: Environment): Promise<boolean> {
  const [cursor, head] = await Promise.all([cursorOf(table), node.send('eth_getBlockByNumber', ['latest', false])]);
  return cursor?.hash === head.hash;
}

async function chainOf({ node }: Environment, payments: readonly Payment[]): Promise<Chain> {
  const sent = payments.filter((payment) => payment.sent);
  const blocks = await Promise.all(
    sent.map(async ({ hash }) => {
      const receipt = await node.send('eth_getTransactionReceipt', [hash]);
      return [hash, receipt === null ? null : String(receipt.blockHash)] as const;
    }),
  );
  return new Map(blocks);
}
