import { setTimeout as sleep } from 'node:timers/promises';

const started = performance.now();
const seconds = (): string => ((performance.now() - started) / 1000).toFixed(1);
let current = 'Start';

/** The title of the step that runs, or that ran last. */
export const currentStep = (): string => current;

/** Far more than a step takes on a slow machine. */
const LIMIT_MS = 120_000;

/** Runs a step and prints its result. @throws Error of the step, or when the step takes longer than two minutes. */
export async function step<T>(
  title: string,
  run: () => Promise<T>,
  describeResult: (result: T) => string = String,
): Promise<T> {
  current = title;
  const result = await withinLimit(run());
  console.log(`${seconds().padStart(5)} s  ✓ ${title}: ${describeResult(result)}`);
  return result;
}

async function withinLimit<T>(running: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The step takes longer than two minutes')), LIMIT_MS);
  try {
    return await Promise.race([running, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export const printDone = (): void => console.log(`\nDone in ${seconds()} s.`);

/** Polls until `done` accepts the value. @throws Error after a minute. */
export async function until<T>(get: () => Promise<T> | T, done: (value: T) => boolean): Promise<T> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(50)) {
    const value = await get();
    if (done(value)) return value;
  }
  throw new Error('The expected result did not come within a minute');
}
