import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packEntries, unpackEntries } from '../../../lib/platform/lists/entries.ts';
import { timeKey } from '../../../lib/platform/table/counted-list-keys.ts';
import { uuid } from '../../support/records.ts';

const instant = fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString());
const entry = fc.record({
  key: fc.tuple(instant, fc.uuid()).map(([at, id]) => timeKey(at, id)),
  tuple: fc.tuple(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('', 'x')),
});

describe('Packed entries', () => {
  it('are the same entries after packing, whatever their texts', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ key }) => key, maxLength: 60 }), (entries) => {
        const sorted = [...entries].sort((a, b) => (a.key < b.key ? -1 : 1));
        expect(unpackEntries(...packEntries(sorted))).toEqual(sorted);
      }),
    );
  });

  it('may have tuples of different lengths, because a field can be added later', () => {
    const entries = [['red'], ['red', 'round']].map((tuple, n) => ({
      key: timeKey(`2026-01-31T09:00:0${n}.000Z`, uuid(n)),
      tuple,
    }));
    expect(unpackEntries(...packEntries(entries)).map(({ tuple }) => tuple)).toEqual([
      ['red', ''],
      ['red', 'round'],
    ]);
  });

  it('reject an id that is no UUID', () => {
    const entries = [{ key: timeKey('2026-01-31T09:00:00.000Z', 'abc'), tuple: [] }];
    expect(() => packEntries(entries)).toThrow('must be a UUID');
  });
});
