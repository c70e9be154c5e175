import { describe, expect, it } from '@jest/globals';
import { latencyOf, secondsText } from '../../../../console/pages/overview/latency.ts';

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
  ...{ eventId, replayId, event: 'alert.fired' as const, createdAt: at(createdAt) },
  deliveredAt: deliveredAt === null ? null : at(deliveredAt),
});

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
