import { describe, expect, it } from '@jest/globals';
import { AnswerTooLargeError, ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { patience } from '../../../lib/chains/port/give-up.ts';

const { signal } = new AbortController();
const MINUTE = 60_000;

/** A request that fails, and a clock that the test moves. */
function failingRequest() {
  const clock = { now: 0 };
  const patiently = patience(() => clock.now);
  const fail = () =>
    patiently(
      'request',
      signal,
      () => Promise.reject(new ChainUnavailableError('anvil', 'no state')),
      () => 'given up',
    );
  return { clock, fail };
}

describe('a request that fails', () => {
  it('is given up when it has failed for two minutes', async () => {
    const { clock, fail } = failingRequest();
    await expect(fail()).rejects.toThrow('no state');
    clock.now = MINUTE;
    await expect(fail()).rejects.toThrow('no state');
    clock.now = 2 * MINUTE;
    expect(await fail()).toBe('given up');
  });

  it('is given up at once when its answer is too large', async () => {
    const tooLarge = () => Promise.reject(new AnswerTooLargeError('anvil', 'trace_block'));
    expect(await patience(() => 0)('request', signal, tooLarge, () => 'given up')).toBe('given up');
  });

  it('is given up at once within ten minutes after another with which it shares the patience', async () => {
    const clock = { now: 0 };
    const patiently = patience(() => clock.now, { giveUpMs: MINUTE, isShared: true });
    const fail = (key: string) =>
      patiently(
        key,
        signal,
        () => Promise.reject(new ChainUnavailableError('anvil', 'no answer')),
        () => 'given up',
      );
    await expect(fail('first')).rejects.toThrow('no answer');
    clock.now = MINUTE;
    expect(await fail('first')).toBe('given up');
    clock.now = 10 * MINUTE;
    expect(await fail('second')).toBe('given up');
    clock.now = 11 * MINUTE;
    await expect(fail('third')).rejects.toThrow('no answer');
  });

  it('is not given up at the first failure of a later day, although an earlier day ended with a failure', async () => {
    const { clock, fail } = failingRequest();
    await expect(fail()).rejects.toThrow('no state');
    clock.now = 24 * 60 * MINUTE;
    await expect(fail()).rejects.toThrow('no state');
    clock.now += 2 * MINUTE;
    expect(await fail()).toBe('given up');
  });
});
