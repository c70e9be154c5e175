import { describe, expect, it } from '@jest/globals';
import { percentDone, type Replay, shownReplays } from '../../../../console/pages/deliveries/shown-replays.ts';

const now = new Date('2026-11-23T12:00:00.000Z');

const replay = (id: string, createdAt: string, changes: Partial<Replay> = {}): Replay => ({
  id,
  status: 'completed',
  filter: { status: 'failed', webhookId: null, destinationId: null, from: null, to: null },
  total: 10,
  replayed: 10,
  skipped: 0,
  failure: null,
  createdAt,
  updatedAt: createdAt,
  completedAt: null,
  ...changes,
});

describe('The bulk replays of the page', () => {
  it('are those that run, however old, and those that changed within a day', () => {
    const old = replay('old', '2026-11-01T12:00:00.000Z', { status: 'running' });
    const recent = replay('recent', '2026-11-23T11:00:00.000Z');
    const before = replay('before', '2026-11-22T11:59:59.999Z');
    expect(shownReplays([old], [recent, before], now).map(({ id }) => id)).toEqual(['recent', 'old']);
  });

  it('name each replay once, with the state of the running list', () => {
    const running = replay('a', '2026-11-23T11:00:00.000Z', { status: 'running', replayed: 7 });
    expect(shownReplays([running], [{ ...running, replayed: 5 }], now)).toEqual([running]);
  });
});

describe('The progress of a bulk replay', () => {
  it('counts replayed and skipped deliveries, and is full only at the end', () => {
    expect(percentDone({ total: 3, replayed: 1, skipped: 1 })).toBe(66);
    expect(percentDone({ total: 1000, replayed: 999, skipped: 0 })).toBe(99);
    expect(percentDone({ total: 3, replayed: 2, skipped: 1 })).toBe(100);
  });

  it('is unknown before the count, and full when there is nothing to replay', () => {
    expect(percentDone({ total: null, replayed: 4, skipped: 0 })).toBeUndefined();
    expect(percentDone({ total: 0, replayed: 0, skipped: 0 })).toBe(100);
  });
});
