import { expect, it } from '@jest/globals';
import { mutex } from '../../lib/values/mutex.ts';

it('a mutex runs jobs one after the other and returns the result of each job to its caller', async () => {
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

it('a mutex continues after a failing job and rejects only for the caller of this job', async () => {
  const turns = mutex();
  const fails = turns(() => Promise.reject(new Error('no')));
  const next = turns(async () => 'yes');
  await expect(fails).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
