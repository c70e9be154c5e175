import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packLeaf, unpackLeaf } from '../../../lib/platform/lists/leaf.ts';
import { timeKey } from '../../../lib/platform/table/keys.ts';
import { uuid } from '../../support/records.ts';

const instant = fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString());
const entry = fc.record({
  key: fc.tuple(instant, fc.uuid()).map(([at, id]) => timeKey(at, id)),
  tuple: fc.tuple(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('', 'x')),
});

describe('A leaf', () => {
  it('has the same entries after packing, whatever their texts', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ key }) => key, maxLength: 60 }), (entries) => {
        const sorted = [...entries].sort((a, b) => (a.key < b.key ? -1 : 1));
        expect(unpackLeaf(packLeaf(sorted))).toEqual(sorted);
      }),
    );
  });

  it('accepts tuples of different lengths, because a facet can be added later', () => {
    const entries = [['red'], ['red', 'round']].map((tuple, n) => ({
      key: timeKey(`2026-01-31T09:00:0${n}.000Z`, uuid(n)),
      tuple,
    }));
    expect(unpackLeaf(packLeaf(entries)).map(({ tuple }) => tuple)).toEqual([
      ['red', ''],
      ['red', 'round'],
    ]);
  });

  it('rejects an id that is no UUID', () => {
    const entries = [{ key: timeKey('2026-01-31T09:00:00.000Z', 'abc'), tuple: [] }];
    expect(() => packLeaf(entries)).toThrow('must be a UUID');
  });
});
