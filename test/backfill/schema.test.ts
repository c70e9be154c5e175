import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { blocksIn, heightsOf, PART_BLOCKS, partCount } from '../../lib/backfill/parts.ts';
import { CreateBackfill, MOST_BLOCKS } from '../../lib/backfill/schema.ts';
import { uuid } from '../support/records.ts';

const body = (more: object = {}) => ({ walletId: uuid(1), fromHeight: 100, toHeight: 200, ...more });
const pathsOf = (given: object) => {
  const { issues = [] } = CreateBackfill.safeParse(given).error ?? {};
  return [...new Set(issues.map(({ path, code }) => path.join('.') || code))];
};

describe('the body of a backfill', () => {
  it('evaluates no rules by default', () => {
    expect(CreateBackfill.parse(body())).toEqual(body({ evaluateRules: false }));
    expect(CreateBackfill.parse(body({ evaluateRules: true })).evaluateRules).toBe(true);
  });

  it('accepts one block up to the maximum of blocks', () => {
    expect(pathsOf(body({ toHeight: 100 }))).toEqual([]);
    expect(pathsOf(body({ fromHeight: 0, toHeight: 0 }))).toEqual([]);
    expect(pathsOf(body({ fromHeight: 1, toHeight: MOST_BLOCKS }))).toEqual([]);
  });

  it.each<[string, object]>([
    ['toHeight', { toHeight: 99 }],
    ['toHeight', { toHeight: 100 + MOST_BLOCKS }],
    ['fromHeight', { fromHeight: -1 }],
    ['fromHeight', { fromHeight: 1.5 }],
    ['fromHeight', { fromHeight: '100' }],
    ['toHeight', { toHeight: undefined }],
    ['toHeight', { toHeight: Number.MAX_SAFE_INTEGER + 1 }],
    ['walletId', { walletId: 'mine' }],
    ['evaluateRules', { evaluateRules: 'yes' }],
    ['unrecognized_keys', { chain: 'base' }],
  ])('refuses an invalid %s: %j', (path, more) => {
    expect(pathsOf(body(more))).toEqual([path]);
  });
});

describe('the parts of a backfill', () => {
  it('cover the range in order, with each height once', () => {
    const Range = fc.record({ fromHeight: fc.nat(1e9), blocks: fc.integer({ min: 1, max: MOST_BLOCKS }) });
    fc.assert(
      fc.property(Range, ({ fromHeight, blocks }) => {
        const job = { fromHeight, toHeight: fromHeight + blocks - 1 };
        const parts = Array.from({ length: partCount(job) }, (_, n) => heightsOf(job, n));
        const ends = [fromHeight - 1, ...parts.map(({ to }) => to)];
        expect(parts.map(({ from }) => from - 1)).toEqual(ends.slice(0, -1));
        expect(ends.at(-1)).toBe(job.toHeight);
        expect(parts.filter((part) => blocksIn(part) < 1 || blocksIn(part) > PART_BLOCKS)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('have no numbers beyond the last part', () => {
    const job = { fromHeight: 0, toHeight: PART_BLOCKS };
    expect(heightsOf(job, 1)).toEqual({ from: PART_BLOCKS, to: PART_BLOCKS });
    expect(() => heightsOf(job, 2)).toThrow(RangeError);
    expect(() => heightsOf(job, -1)).toThrow(RangeError);
  });
});
