import { describe, expect, it } from '@jest/globals';
import {
  changedBy,
  continued,
  failureText,
  outcomeText,
  reviewAll,
} from '../../../../console/pages/alerts/review-alerts.ts';

const ids = Array.from({ length: 250 }, (_, n) => `alert ${n}`);
const answer = (failed: { id: string; code: 'not_found' | 'invalid_transition' }[] = [], unchanged: string[] = []) => ({
  updated: [],
  unchanged,
  failed,
});

describe('A review of many alerts', () => {
  it('sends each id once, at most 100 in a request', async () => {
    const sent: string[][] = [];
    const outcome = await reviewAll(ids, async (some) => {
      sent.push(some);
      return answer([], some.slice(0, 1));
    });
    expect(sent.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(sent.flat()).toEqual(ids);
    expect(outcome).toEqual({ updated: 0, unchanged: 3, failed: [], left: [], error: null });
  });

  it('names each alert that failed', async () => {
    const failed = [{ id: 'alert 7', code: 'invalid_transition' as const }];
    const outcome = await reviewAll(ids, async (some) => answer(some.includes('alert 7') ? failed : []));
    expect(outcome.failed).toEqual(failed);
    expect(failureText('invalid_transition')).toMatch(/resolved/);
    expect(failureText('internal')).toContain('internal');
  });

  it('ends at a request that fails, and keeps what was answered and what is left', async () => {
    const failure = new Error('no connection');
    const outcome = await reviewAll(ids, async (some) => {
      if (some.includes('alert 100')) throw failure;
      return answer([], some);
    });
    expect(outcome).toEqual({ updated: 0, unchanged: 100, failed: [], left: ids.slice(100), error: failure });
  });

  it('adds up when it goes on after a failure', async () => {
    const failed = [{ id: 'alert 7', code: 'not_found' as const }];
    const before = { updated: 99, unchanged: 0, failed, left: ids.slice(100), error: new Error('no connection') };
    const after = { updated: 149, unchanged: 1, failed: [], left: [], error: null };
    expect(continued(before, after)).toEqual({ updated: 248, unchanged: 1, failed, left: [], error: null });
    expect(continued(undefined, after)).toEqual(after);
  });

  it('says what it did', () => {
    const outcome = { updated: 1, unchanged: 2, failed: [], left: [], error: null };
    expect(outcomeText(outcome, 'resolved')).toBe('1 alert resolved, 2 already resolved.');
    expect(outcomeText({ ...outcome, updated: 3, unchanged: 0 }, 'acknowledged')).toBe('3 alerts acknowledged.');
  });
});

describe('The alerts that a review changes', () => {
  const alerts = (['open', 'acknowledged', 'resolved'] as const).map((status) => ({ status }));

  it('are the open alerts for an acknowledgement, and also the acknowledged alerts for a resolution', () => {
    expect(changedBy('acknowledge', alerts)).toEqual([{ status: 'open' }]);
    expect(changedBy('resolve', alerts)).toEqual([{ status: 'open' }, { status: 'acknowledged' }]);
  });
});
