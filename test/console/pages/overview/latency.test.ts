import { describe, expect, it } from '@jest/globals';
import { areAllReplayed, latencyOf, secondsText } from '../../../../console/pages/overview/latency.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

/** An alert of a block at second 0, with the seconds of its record and of the alert. */
const alert = (id: string, recorded: number, fired: number, source: 'watch' | 'import' = 'watch') => ({
  ...{ id, firedAt: at(fired), transaction: { blockTimestamp: at(0), createdAt: at(recorded), source } },
});
const delivery = (
  eventId: string | null,
  createdAt: number,
  deliveredAt: number | null,
  replayId: string | null = null,
) => ({
  ...{ eventId, replayId, summaryId: null, event: 'alert.fired' as const, createdAt: at(createdAt), attempts: [] },
  deliveredAt: deliveredAt === null ? null : at(deliveredAt),
});

/** An attempt that began at a second and took half of a second. */
const attempt = (second: number, error: string | null = null) => ({ at: at(second), error, durationMs: 500 });
const replayed = (...attempts: ReturnType<typeof attempt>[]) => ({ ...delivery('1', 6, 9_000, 'r'), attempts });

describe('The latency of alerts', () => {
  it('leaves out alerts that no transaction caused', () => {
    expect(latencyOf([{ id: '0', firedAt: at(3), transaction: null }], [delivery('0', 3, 4)])).toEqual([]);
  });

  it('tells within which time half and 95 of 100 alerts passed each step', () => {
    const alerts = Array.from({ length: 100 }, (_, n) => alert(`${n}`, n + 1, n + 3));
    const lines = latencyOf(alerts, [
      delivery('0', 3, 4),
      delivery('99', 102, 110),
      delivery('5', 8, null),
      delivery('6', 9, 9_000, 'r'),
    ]);
    expect(lines).toEqual([
      { step: 'Block to record', count: 100, half: 50, most: 95 },
      { step: 'Record to alert', count: 100, half: 2, most: 2 },
      { step: 'Alert to delivery', count: 2, half: 1, most: 8 },
      { step: 'Block to delivery', count: 2, half: 4, most: 110 },
    ]);
  });

  it('leaves out imports, old blocks, and deliveries of other alerts', () => {
    const alerts = [alert('1', 5, 6, 'import'), alert('2', 2 * 24 * 3600, 2 * 24 * 3600 + 1)];
    expect(latencyOf(alerts, [delivery('1', 6, 7), delivery(null, 1, 2)])).toEqual([]);
  });

  it('counts a replayed delivery by its first attempt, if this attempt arrived', () => {
    const lines = latencyOf([alert('1', 5, 6)], [replayed(attempt(7), attempt(8_999))]);
    expect(lines.slice(2)).toEqual([
      { step: 'Alert to delivery', count: 1, half: 1.5, most: 1.5 },
      { step: 'Block to delivery', count: 1, half: 7.5, most: 7.5 },
    ]);
    expect(areAllReplayed([alert('1', 5, 6)], [replayed(attempt(7), attempt(8_999))])).toBe(false);
  });

  it.each([
    ['a failed attempt', replayed(attempt(7, 'The receiver answered 500'), attempt(8_999))],
    ['no attempt', replayed(attempt(8_999))],
    ['no attempt, because another message told it', { ...replayed(attempt(8_000), attempt(8_999)), summaryId: 's' }],
  ])('is unknown when all deliveries were replayed after %s', (_, delivered) => {
    const alerts = [alert('1', 5, 6)];
    expect(latencyOf(alerts, [delivered]).map(({ step }) => step)).toEqual(['Block to record', 'Record to alert']);
    expect(areAllReplayed(alerts, [delivered])).toBe(true);
    expect(areAllReplayed(alerts, [delivered, delivery('1', 6, 7)])).toBe(false);
  });

  it('is not unknown for want of alerts or deliveries', () => {
    expect(areAllReplayed([], [replayed(attempt(8_999))])).toBe(false);
    expect(areAllReplayed([alert('1', 5, 6)], [])).toBe(false);
  });

  it('never takes less than no time, because clocks differ', () => {
    expect(latencyOf([alert('1', -1, 0)], [])[0]).toMatchObject({ half: 0 });
  });

  it('is said as people say it', () => {
    expect([0.04, 0.44, 9.96, 59.6, 158, 11_100].map(secondsText)).toEqual([
      '0.0 s',
      '0.4 s',
      '10 s',
      '1 min 0 s',
      '2 min 38 s',
      '3 h 5 min',
    ]);
  });
});
