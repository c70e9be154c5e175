import { setTimeout as sleep } from 'node:timers/promises';

const started = performance.now();
const seconds = (): string => ((performance.now() - started) / 1000).toFixed(1);
let current = 'Start';

/** The title of the step that runs, or that ran last. */
export const currentStep = (): string => current;

/** Runs a step and prints its result. */
export async function step<T>(
  title: string,
  run: () => Promise<T>,
  describeResult: (result: T) => string = String,
): Promise<T> {
  current = title;
  const result = await run();
  console.log(`${seconds().padStart(5)} s  ✓ ${title}: ${describeResult(result)}`);
  return result;
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
