import { openSync, readSync } from 'node:fs';
import os from 'node:os';
// Not the global object, which a test may replace while a timer runs.
import { performance } from 'node:perf_hooks';

/** How many times as late as on AWS a timer may pass. */
export const MOST_PATIENCE = 30;
/** The tasks for each processor beside which an answer of another process, such as the table, still comes in time. */
const TASKS_IN_TIME = 2;
/** The timer of an idle process need not wait again for this share, which the process took to do its little work. */
const TOLERANCE = 0.1;

/** Linux counts here how long this process has waited for a processor. Stays open: each request reads it. */
let waits: number | undefined;
const bytes = Buffer.alloc(128);

/** The time, for how long the event loop has had nothing to do, and for how long it has waited for a processor. */
function sample() {
  waits ??= openSync('/proc/self/schedstat', 'r');
  // In nanoseconds.
  const [, waited] = bytes.toString('latin1', 0, readSync(waits, bytes, 0, bytes.length, 0)).split(' ');
  return { at: performance.now(), idle: performance.eventLoopUtilization().idle, waited: Number(waited) / 1_000_000 };
}

/**
 * How fast others answer on this machine, by an idle machine: a quarter when twice as many tasks share it. Each process
 * is half as fast then, and the requests that it could not answer in time wait before the next request.
 */
const paceOfOthers = (): number =>
  Math.min(1, ((TASKS_IN_TIME * os.availableParallelism()) / (os.loadavg()[0] ?? 0)) ** 2);

/**
 * Measures the time that a function of the local stack has had since now, in milliseconds: in a busy process, or on a
 * busy machine, it passes up to thirty times as slowly. On AWS each instance of a function has a processor of its own.
 * Here all functions share one process, which shares the machine with the table and the queues: an answer may wait for
 * seconds until another process makes it, and until this process reads it.
 */
export function fairStopwatch(): () => number {
  let passed = 0;
  let since = sample();
  return () => {
    const now = sample();
    const unhindered = now.idle - since.idle - (now.waited - since.waited);
    passed += Math.max(unhindered * paceOfOthers(), (now.at - since.at) / MOST_PATIENCE);
    since = now;
    return passed;
  };
}

/** `setTimeout` for the functions of the local stack, whose time-outs and pauses pass by `fairStopwatch`. */
export function fairTimeout(callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout {
  const passed = fairStopwatch();
  const timer = setTimeout(() => {
    if (ms - passed() > ms * TOLERANCE) timer.refresh();
    else callback(...args);
  }, ms);
  return timer;
}
