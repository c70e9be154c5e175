import { describe, expect, it } from '@jest/globals';
import { POLL_MS, retryDelay, shouldRetry } from '../../../console/live/retry.ts';
import { ProblemError } from '../../../sdk/index.ts';

const answer = (status: number, headers: Record<string, string> = {}) =>
  new ProblemError(new Response(null, { status, headers }), undefined);

describe('shouldRetry', () => {
  it('tries again what may pass: no connection, a busy service, a fault', () => {
    for (const error of [new TypeError('Failed to fetch'), answer(429), answer(408), answer(500), answer(503)]) {
      expect(shouldRetry(9, error)).toBe(true);
    }
  });

  it('leaves a refusal as it is', () => {
    for (const status of [400, 401, 403, 404, 409, 413]) expect(shouldRetry(0, answer(status))).toBe(false);
  });
});

describe('retryDelay', () => {
  it('waits what the service asks for', () => {
    expect(retryDelay(5, answer(429, { 'retry-after': '12' }))).toBe(12_000);
  });

  it('doubles the pause with each failure, up to a minute', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6].map((failures) => retryDelay(failures, answer(500)));
    expect(delays).toEqual([3500, 7000, 14_000, 28_000, 56_000, 60_000, 60_000]);
  });
});

describe('POLL_MS', () => {
  it('shows a new item within five seconds, with a second and a half for the answer', () => {
    expect(POLL_MS).toBeLessThanOrEqual(3500);
  });
});
