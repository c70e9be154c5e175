import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { POLL_MS, pauseAfter, readAgain, retryDelay, shouldRetry } from '../../../console/live/retry.ts';
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

describe('pauseAfter', () => {
  it('goes on after a success and after an error that may pass', () => {
    for (const error of [null, answer(503), new TypeError('Failed to fetch')]) expect(pauseAfter(error, 7)).toBe(7);
  });

  it('ends after a refusal, which would come again', () => {
    for (const status of [400, 403, 404]) expect(pauseAfter(answer(status), 7)).toBe(false);
  });
});

describe('readAgain', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('reads at once, although a read without an answer so far waits for its next try', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: true, retryDelay: 3_600_000 } } });
    const answers = [() => Promise.reject(answer(503)), () => Promise.resolve('the answer')];
    const queryKey = ['wallets'];
    const query = new QueryObserver(queries, { queryKey, queryFn: () => answers.shift()?.() ?? 'no answer left' });
    const unsubscribe = query.subscribe(() => {});
    await jest.advanceTimersByTimeAsync(1000);
    expect(query.getCurrentResult()).toMatchObject({ data: undefined, failureCount: 1 });
    await readAgain(queries, queryKey);
    expect(queries.getQueryData(queryKey)).toBe('the answer');
    unsubscribe();
  });
});
