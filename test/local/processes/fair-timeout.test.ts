import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { fairTimeout } from '../../../local/processes/fair-timeout.ts';

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
