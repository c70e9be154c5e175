import os from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { fairStopwatch, fairTimeout, MOST_PATIENCE } from '../../../local/processes/fair-timeout.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

it('A time-out passes while the process has nothing to do', async () => {
  expect(await new Promise((resolve) => fairTimeout(resolve, 20, 'passed'))).toBe('passed');
});

it('A time-out does not pass while the process computes for longer, but passes afterwards', async () => {
  let hasPassed = false;
  const passed = new Promise<void>((resolve) => {
    fairTimeout(() => {
      hasPassed = true;
      resolve();
    }, 200);
  });
  for (const end = performance.now() + 400; performance.now() < end; ) await nextTurn();
  expect(hasPassed).toBe(false);
  await passed;
});

it('A time-out waits longer for the other processes of a machine with many tasks for each processor', async () => {
  jest.spyOn(os, 'loadavg').mockReturnValue([8 * os.availableParallelism(), 0, 0]);
  const begun = performance.now();
  await new Promise((resolve) => fairTimeout(resolve, 100));
  expect(performance.now() - begun).toBeGreaterThan(300);
});

it('The time of a function passes slowly while many tasks share the machine, and never stands still', async () => {
  jest.spyOn(os, 'loadavg').mockReturnValue([8 * os.availableParallelism(), 0, 0]);
  const begun = performance.now();
  const passed = fairStopwatch();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const measured = passed();
  expect(measured).toBeGreaterThanOrEqual(300 / MOST_PATIENCE - 1);
  expect(measured).toBeLessThan((performance.now() - begun) / 4);
});
