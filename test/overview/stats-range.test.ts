import { describe, expect, it } from '@jest/globals';
import { rangeOf } from '../../lib/overview/stats.ts';
import { StatsQuery } from '../../lib/overview/stats-schema.ts';
import { pathsOf } from '../support/paths.ts';

const NOW = new Date('2026-03-01T12:34:56.789Z');
const range = (query: object) => rangeOf(StatsQuery.parse(query), NOW);
const shape = (query: object) => {
  const { from, to, starts } = range(query);
  return { from, to, first: starts[0], last: starts.at(-1), count: starts.length };
};
const refusal = (...[path, message]: [path: string, message: RegExp]) =>
  expect.objectContaining({
    code: 'validation_failed',
    errors: [{ path, message: expect.stringMatching(message) }],
  });

describe('The buckets of a statistics request', () => {
  it('are the last 30 days with the present one, by default', () => {
    expect(shape({})).toEqual({
      from: '2026-01-31T00:00:00.000Z',
      to: '2026-03-01T12:34:56.789Z',
      first: '2026-01-31T00:00:00.000Z',
      last: '2026-03-01T00:00:00.000Z',
      count: 30,
    });
  });

  it('are the last 48 hours with the present one, by default for hours', () => {
    expect(shape({ interval: 'hour' })).toEqual({
      from: '2026-02-27T13:00:00.000Z',
      to: '2026-03-01T12:34:56.789Z',
      first: '2026-02-27T13:00:00.000Z',
      last: '2026-03-01T12:00:00.000Z',
      count: 48,
    });
  });

  it('end with `to` and are as many as by default when only `to` is given', () => {
    expect(shape({ to: '2026-02-10' })).toEqual({
      from: '2026-01-12T00:00:00.000Z',
      to: '2026-02-10T23:59:59.999Z',
      first: '2026-01-12T00:00:00.000Z',
      last: '2026-02-10T00:00:00.000Z',
      count: 30,
    });
  });

  it('begin with the UTC hour or day of `from`, whatever its offset', () => {
    const from = '2026-02-28T01:30:00+05:45';
    expect(shape({ from })).toMatchObject({ from: '2026-02-27T19:45:00.000Z', first: '2026-02-27T00:00:00.000Z' });
    expect(shape({ from, interval: 'hour' })).toMatchObject({ first: '2026-02-27T19:00:00.000Z', count: 42 });
  });

  it.each([
    [{ from: '2026-02-10T10:00:00Z', to: '2026-02-10T10:00:00Z' }, 1],
    [{ from: '2026-02-10T23:59:59.999Z', to: '2026-02-11T00:00:00Z' }, 2],
    [{ from: '2026-02-10', to: '2026-02-10', interval: 'hour' }, 24],
    // Europe and America change their clocks in March. UTC does not.
    [{ from: '2026-03-01', to: '2026-03-31', interval: 'hour' }, 744],
    [{ from: '0001-01-01', to: '0001-01-02' }, 2],
    [{ from: '1969-12-30', to: '1970-01-02' }, 4],
  ])('of %j are %i', (query, count) => {
    expect(range(query).starts).toHaveLength(count);
  });

  it.each([
    { from: '2026-03-01', to: '2026-04-01T00:00:00Z', interval: 'hour' },
    { from: '2026-01-01', interval: 'hour' },
    { from: '2024-01-01', to: '2026-01-14' },
    { from: '0001-01-01', to: '9999-12-31' },
  ])('are at most 744: %j', (query) => {
    expect(() => range(query)).toThrow(refusal('interval', /^the range has \d+ buckets, and 744 are allowed$/));
  });

  it('cannot begin after the present time without `to`', () => {
    expect(() => range({ from: '2026-03-01T12:34:56.790Z' })).toThrow(refusal('from', /must not be after `to`/));
    expect(shape({ from: '2026-03-01T12:34:56.789Z' })).toMatchObject({ count: 1 });
  });
});

describe('StatsQuery', () => {
  it('names every field that is wrong', () => {
    expect(pathsOf(StatsQuery, { from: 'yesterday', to: '2026-02-30', interval: 'week' })).toEqual([
      'from',
      'to',
      'interval',
    ]);
    expect(pathsOf(StatsQuery, { from: '2026-02-02', to: '2026-02-01', interval: 'week' })).toEqual([
      'interval',
      'from',
    ]);
    expect(pathsOf(StatsQuery, { chain: 'ethereum' })).toEqual(['chain']);
  });
});
