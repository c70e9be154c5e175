import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './figures.ts';
import { newWork } from './new-work.ts';
import { makeCustomers } from './outage-customers.ts';
import { makeOutage, type Pending } from './outage-data.ts';
import { type StackProcess, startStackProcess } from './outage-stack.ts';
import { overtaking, type Processed, unevenness } from './outage-turns.ts';
import type { Receiver } from './webhook-receipts.ts';

/** How much pending work an outage left. */
export interface Outage {
  readonly evaluations: number;
  readonly deliveries: number;
}

/** What was measured of one kind of pending work. */
export interface Measured {
  readonly perSecond: number;
  /** See `overtaking`. */
  readonly overtaking: number;
  /** See `unevenness`. */
  readonly unevenness: number;
}

export interface OutageFigures {
  readonly evaluations: Measured;
  readonly deliveries: Measured;
  /** The median of import → delivered beside the pending work, by the median alone. */
  readonly delay: number;
  readonly note: string;
  /** Processor time of the process of the functions, in milliseconds for a piece of work. */
  readonly cpuMs: number;
  /** Units by function while the pending work was processed. */
  readonly units: Readonly<Record<string, number>>;
}

/** Imports for the time alone. */
const ALONE = 100;
/** A run that makes no progress for so long has lost work. Handover hands work over again after some four minutes. */
const STUCK_MS = 600_000;

/**
 * Leaves pending work to a stack that is down, starts the stack, and measures how it processes the work.
 * @throws Error when an expected webhook did not come, or came twice.
 */
export async function processOutage(outage: Outage, receiver: Receiver): Promise<OutageFigures> {
  // In memory where the system has such a folder: SQS and DynamoDB do not share a disk with the functions.
  const folder = mkdtempSync(join(receiver.folder, 'chainwatch-bench-'));
  receiver.clear();
  const evaluated = new Map<string, number>();
  let stack: StackProcess | undefined;
  try {
    stack = await startStackProcess(folder);
    const customers = await makeCustomers(stack.baseUrl, folder, receiver.url);
    await stack.stop();
    const pending = await makeOutage(folder, customers, outage);
    stack = await startStackProcess(folder, ({ event, transaction }) => {
      if (event !== 'evaluation.completed') return;
      const id = String(transaction);
      if (!evaluated.has(id)) evaluated.set(id, performance.now());
    });
    const began = performance.now();
    const cpuBefore = stack.cpuMs();
    const fresh = customers.at(-1);
    if (fresh === undefined) throw new Error('There is no customer');
    const imports = newWork(stack.baseUrl, fresh, receiver.byHash);
    const expected = expectedOf(pending);
    let isDone = false;
    const besides = imports(() => !isDone);
    await until(() => ({
      done:
        expected.evaluations.every((id) => evaluated.has(id)) &&
        expected.hashes.every((hash) => receiver.byHash.has(hash)),
      progress: evaluated.size + receiver.byHash.size,
    }));
    isDone = true;
    const cpuMs = (stack.cpuMs() - cpuBefore) / (outage.evaluations + outage.deliveries);
    const units = Object.fromEntries([...stack.units].map(([name, { read, write }]) => [name, read + write]));
    const beside = median(await besides);
    const alone = median(await imports((made) => made < ALONE));
    receiver.assertOnce(expected.hashes);
    const made = (of: (each: Pending) => readonly string[], at: ReadonlyMap<string, number>): Measured => {
      const backlogs = pending.map(of).filter(({ length }) => length > 0);
      const wanted = new Set(backlogs.flat());
      const processed: Processed[] = [...at].filter(([id]) => wanted.has(id)).map(([id, time]) => ({ id, at: time }));
      processed.sort((a, b) => a.at - b.at);
      return {
        perSecond: (processed.length / ((processed.at(-1)?.at ?? Number.NaN) - began)) * 1000,
        overtaking: overtaking(backlogs, processed),
        unevenness: unevenness(backlogs, processed),
      };
    };
    return {
      evaluations: made(({ evaluations }) => evaluations, evaluated),
      deliveries: made(({ deliveries }) => deliveries, receiver.byId),
      delay: beside / alone,
      note: `${beside.toFixed(0)} ms beside, ${alone.toFixed(0)} ms alone`,
      cpuMs,
      units,
    };
  } finally {
    await stack?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What must be evaluated, and the hashes of all webhooks that must arrive. */
const expectedOf = (pending: readonly Pending[]) => ({
  evaluations: pending.flatMap(({ evaluations }) => evaluations),
  hashes: pending.flatMap(({ firing, deliveries }) => [...firing, ...deliveries.map((id) => `0x${id}`)]),
});

async function until(state: () => { done: boolean; progress: number }): Promise<void> {
  let last = { progress: -1, at: performance.now() };
  let seconds = 0;
  for (;;) {
    const { done, progress } = state();
    if (done) return;
    if (progress > last.progress) last = { progress, at: performance.now() };
    if (++seconds % 30 === 0) console.log(`${seconds} s: ${progress} evaluations and webhooks`);
    if (performance.now() - last.at > STUCK_MS) throw new Error(`Nothing happened since ${progress} pieces of work`);
    await sleep(1000);
  }
}
