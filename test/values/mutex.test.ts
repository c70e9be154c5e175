import { expect, it } from '@jest/globals';
import { mutex } from '../../lib/values/mutex.ts';

it('a mutex runs functions one after the other and returns each result to the caller of the function', async () => {
  const turns = mutex();
  const steps: string[] = [];
  const step = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([turns(step('a')), turns(step('b')), turns(step('c'))])).toEqual(['a', 'b', 'c']);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('a mutex continues after a function that fails, and only the caller of this function gets the error', async () => {
  const turns = mutex();
  const fails = turns(() => Promise.reject(new Error('no')));
  const next = turns(async () => 'yes');
  await expect(fails).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
