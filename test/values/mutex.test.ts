import { expect, it } from '@jest/globals';
import { mutex } from '../../lib/values/mutex.ts';

it('runs what it is given one after the other, and answers each its own', async () => {
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

it('goes on after one that fails, and tells only its own caller', async () => {
  const turns = mutex();
  const fails = turns(() => Promise.reject(new Error('no')));
  const next = turns(async () => 'yes');
  await expect(fails).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
