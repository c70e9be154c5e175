import { describe, expect, it } from '@jest/globals';
import {
  alertSeries,
  deliveredLines,
  deliverySeries,
  heights,
  isOfOneDay,
  onlyBucket,
  rangeIn,
  type Stats,
  statsQuery,
  transactionSeries,
} from '../../../../console/pages/overview/stats-series.ts';

const bucket = (at: string, changes: Partial<Stats['buckets'][number]> = {}): Stats['buckets'][number] => ({
  at,
  alerts: { info: 0, warning: 0, critical: 0 },
  transactions: {},
  deliveries: { delivered: 0, failed: 0, other: 0 },
  ...changes,
});

const stats: Stats = {
  from: '2026-11-22T00:00:00.000Z',
  to: '2026-11-23T12:00:00.000Z',
  interval: 'day',
  recipients: [],
  buckets: [
    bucket('2026-11-22T00:00:00.000Z', {
      alerts: { info: 1, warning: 2, critical: 3 },
      transactions: { xrp: 4 },
      deliveries: { delivered: 1999, failed: 0, other: 2 },
    }),
    bucket('2026-11-23T00:00:00.000Z', {
      transactions: { xrp: 1, base: 9 },
      deliveries: { delivered: 0, failed: 1, other: 0 },
    }),
  ],
};

describe('The charts of the overview', () => {
  it('count the alerts of each severity, the gravest first', () => {
    expect(alertSeries(stats)).toEqual([
      { title: 'Critical', tone: 'critical', counts: [3, 0] },
      { title: 'Warning', tone: 'medium', counts: [2, 0] },
      { title: 'Info', tone: 'info', counts: [1, 0] },
    ]);
  });

  it('count the transactions of each chain, zero where the API names no chain', () => {
    expect(transactionSeries(stats, (chain) => chain.toUpperCase())).toEqual([
      { title: 'BASE', counts: [0, 9] },
      { title: 'XRP', counts: [4, 1] },
    ]);
  });

  it('have bars as high as the sum of their parts', () => {
    expect(heights(deliverySeries(stats))).toEqual([2001, 1]);
    expect(heights([])).toEqual([]);
  });

  it('give way to figures when only one bucket has anything', () => {
    expect(onlyBucket(alertSeries(stats))).toEqual({ n: 0, text: 'Critical 3; Warning 2; Info 1' });
    expect(onlyBucket(deliverySeries(stats))).toBeUndefined();
    expect(onlyBucket([])).toBeUndefined();
    expect(isOfOneDay(stats)).toBe(false);
    expect(isOfOneDay({ ...stats, buckets: stats.buckets.slice(0, 1) })).toBe(true);
    expect(isOfOneDay({ ...stats, buckets: [] })).toBe(true);
  });

  it('never round a failed delivery away, and count a delivery that is tried again as one that has not arrived', () => {
    const none = { delivered: 0, failed: 0, retrying: 0, pending: 0, not_sent: 0, summarised: 0 };
    const linesOf = (...recipients: Partial<typeof none>[]) =>
      deliveredLines({
        ...stats,
        recipients: recipients.map((more) => ({ id: null, deliveries: { ...none, ...more } })),
      });
    expect(linesOf({ delivered: 1999 }, { failed: 1 })).toEqual([
      '99.9 % of those that were tried arrived',
      '1 failed',
      '1,999 arrived',
    ]);
    expect(linesOf({ delivered: 1100 }, { retrying: 680, pending: 20 })).toEqual([
      '61.7 % of those that were tried arrived',
      '680 being tried again',
      '20 on the way',
      '1,100 arrived',
    ]);
    expect(linesOf({ not_sent: 2 })).toEqual(['2 not sent']);
    expect(linesOf()).toEqual([]);
  });
});

describe('The range of the overview', () => {
  it('is seven days of UTC, with the present day, unless the address says otherwise', () => {
    expect(rangeIn({}, '48h')).toBe('48h');
    expect(rangeIn({ range: 'always' }, '7d')).toBe('7d');
    const now = new Date('2026-11-23T23:30:00.000-05:00');
    expect(statsQuery('7d', now)).toEqual({ interval: 'day', from: '2026-11-18' });
  });

  it('leaves the beginning of 48 hours and 30 days to the API', () => {
    expect(statsQuery(rangeIn({ range: '48h' }, '7d'), new Date())).toEqual({ interval: 'hour' });
    expect(statsQuery(rangeIn({ range: '30d' }, '7d'), new Date())).toEqual({ interval: 'day' });
  });
});
