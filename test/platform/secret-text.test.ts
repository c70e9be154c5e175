import { describe, expect, it } from '@jest/globals';
import { loadedFor } from '../../lib/platform/secret-text.ts';
import { capturedLog } from '../support/stderr.ts';

/** A value that counts its loads, at a time in milliseconds that the test sets. */
function aging(load: (n: number) => Promise<number> = async (n) => n) {
  const clock = { ms: 0 };
  let loads = 0;
  const value = loadedFor(
    100,
    () => new Date(clock.ms),
    () => load(++loads),
  );
  return { clock, value };
}

describe('A value with a maximum age', () => {
  it('is loaded once for callers at the same time, and again when it is too old', async () => {
    const { clock, value } = aging();
    expect(await Promise.all([value(), value()])).toEqual([1, 1]);
    clock.ms = 99;
    expect(await value()).toBe(1);
    clock.ms = 100;
    expect(await value()).toBe(2);
  });

  it('is loaded again by the next call after a failure', async () => {
    const { value } = aging(async (n) => {
      if (n === 1) throw new Error('down');
      return n;
    });
    await expect(value()).rejects.toThrow('down');
    expect(await value()).toBe(2);
  });

  it('stays when it cannot be loaded again, and is loaded again when it is too old once more', async () => {
    const lines = capturedLog();
    const { clock, value } = aging(async (n) => {
      if (n === 2) throw new Error('down');
      return n;
    });
    const seen: number[] = [];
    for (clock.ms of [0, 100, 199, 200]) seen.push(await value());
    expect(seen).toEqual([1, 1, 1, 3]);
    expect(lines).toMatchObject([{ event: 'secret.not_reloaded', message: 'down' }]);
  });
});
