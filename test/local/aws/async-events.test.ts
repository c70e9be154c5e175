import { describe, expect, it } from '@jest/globals';
import { runAsyncEvent } from '../../../local/aws/async-events.ts';
import type { Outcome } from '../../../local/aws/lambda-outcome.ts';

const error = { errorType: 'Error', errorMessage: 'boom', trace: [] };
const outcomes: Record<string, Outcome> = {
  ok: { ok: true, result: null },
  failed: { ok: false, error },
  throttled: { ok: false, throttled: true, error },
};

/**
 * Runs an event whose attempts end like this; the last outcome repeats. Returns the pauses and the reason of a drop.
 */
async function run(named: readonly string[], spec = { asyncRetries: 2, maxEventAgeMs: 60_000 }) {
  const waits: number[] = [];
  let attempts = 0;
  let reason: string | undefined;
  await runAsyncEvent(spec, {
    invoke: async () => outcomes[named[Math.min(attempts++, named.length - 1)] ?? ''] ?? { ok: true, result: null },
    now: () => waits.reduce((sum, ms) => sum + ms, 0),
    wait: async (ms) => void waits.push(ms),
    dropped: (why) => {
      reason = why;
    },
  });
  return { seconds: waits.map((ms) => ms / 1000), attempts, reason };
}

describe('An asynchronous event', () => {
  it('runs once when the function succeeds', async () => {
    expect(await run(['ok'])).toEqual({ seconds: [], attempts: 1, reason: undefined });
  });

  it('is retried after one and two minutes when the function fails, and then dropped', async () => {
    const hours = { asyncRetries: 2, maxEventAgeMs: 21_600_000 };
    expect(await run(['failed'], hours)).toEqual({ seconds: [60, 120], attempts: 3, reason: 'RetriesExhausted' });
    expect(await run(['failed'], { ...hours, asyncRetries: 0 })).toMatchObject({ attempts: 1 });
  });

  it('that is throttled is offered again after ever longer pauses, until a call is free', async () => {
    const { seconds, reason } = await run(['throttled', 'throttled', 'throttled', 'ok']);
    expect(seconds).toEqual([1, 2, 4]);
    expect(reason).toBeUndefined();
  });

  it('that is throttled is dropped when it is too old, and no throttle counts as a retry', async () => {
    const { seconds, reason } = await run(['throttled'], { asyncRetries: 0, maxEventAgeMs: 60_000 });
    expect(seconds).toEqual([1, 2, 4, 8, 16, 32]);
    expect(reason).toBe('EventAgeExceeded');
    expect(Math.max(...(await run(['throttled'], { asyncRetries: 0, maxEventAgeMs: 21_600_000 })).seconds)).toBe(300);
  });
});
