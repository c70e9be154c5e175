import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shardOf, tupleKey } from '../../../lib/platform/lists/definition.ts';
import { packSlices, unpackSlice } from '../../../lib/platform/lists/slice.ts';

const tuple = fc.tuple(fc.constantFrom('a', 'b', 'c', ''), fc.string({ maxLength: 3 }));
const column = fc.record({
  version: fc.nat(),
  counts: fc
    .uniqueArray(fc.tuple(tuple, fc.integer({ min: 1, max: 1e7 })), { selector: ([own]) => tupleKey(own) })
    .map((counts) => new Map(counts.map(([own, n]) => [tupleKey(own), n]))),
});
const columns = fc
  .array(column, { minLength: 1, maxLength: 20 })
  .map((all) => all.map((each, n) => ({ ...each, bound: n === 0 ? '' : `2026-01-${String(n).padStart(2, '0')}` })));

describe('The slices of a node', () => {
  it('together have every count of every child once, in the shard of its value', () => {
    const view = { name: 'all', facets: ['letter', 'text'], shards: { by: 'letter', count: 3 } };
    fc.assert(
      fc.property(columns, (given) => {
        const found = given.map(() => new Map<string, number>());
        for (const [name, body] of packSlices(view, [0, 1], given)) {
          const { children, values, rows } = unpackSlice(body);
          expect(children).toEqual(given.map(({ bound, version }) => ({ bound, version })));
          for (const row of rows) {
            const own = values.map((known, facet) => known[row[facet] ?? -1] ?? '');
            expect(name).toBe(`all.${shardOf(own[0] ?? '', 3)}`);
            row.slice(values.length).forEach((n, child) => {
              if (n > 0) found[child]?.set(tupleKey(own), n);
            });
          }
        }
        expect(found).toEqual(given.map(({ counts }) => counts));
      }),
    );
  });

  it('sum the facets that a view lacks', () => {
    const counts = new Map([
      [tupleKey(['a', 'x']), 2],
      [tupleKey(['a', 'y']), 3],
      [tupleKey(['b', 'x']), 4],
    ]);
    const bodies = packSlices({ name: 'letter', facets: ['letter'] }, [0], [{ bound: '', version: 1, counts }]);
    const { values, rows } = unpackSlice(bodies.get('letter') ?? new Uint8Array());
    expect({ values, rows }).toEqual({
      values: [['a', 'b']],
      rows: [
        [0, 5],
        [1, 4],
      ],
    });
  });
});
