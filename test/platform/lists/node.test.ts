import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ListDefinition, shardOf, tupleKey } from '../../../lib/platform/lists/definition.ts';
import { nodeFrom, nodeOf, packNode, unpackSlice } from '../../../lib/platform/lists/node.ts';

const LETTERS: ListDefinition = {
  name: 'letters',
  fields: ['letter', 'text'],
  views: [
    { name: 'letter', fields: ['letter'] },
    { name: 'all', fields: ['letter', 'text'], shards: { by: 'letter', count: 3 } },
  ],
};
const tuple = fc.tuple(fc.constantFrom('a', 'b', 'c', ''), fc.string({ maxLength: 3 }));
const counts = fc
  .uniqueArray(fc.tuple(tuple, fc.integer({ min: 1, max: 1e7 })), { selector: ([own]) => tupleKey(own) })
  .map((all) => new Map(all.map(([own, n]) => [tupleKey(own), n])));
const node = fc
  .array(counts, { minLength: 1, maxLength: 20 })
  .map((all) =>
    all.map((each, n) => ({
      counts: each,
      terms: new Uint8Array(),
      name: `9-a.${n}`,
      bound: n === 0 ? '' : `2026-01-${10 + n}`,
    })),
  )
  .map((columns) => nodeOf(columns, { children: [], rows: new Map() }));

const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

describe('The slices of a node', () => {
  it('together have every count of every child once, in the shard of its value', () => {
    fc.assert(
      fc.property(node, (given) => {
        const slices = [...packNode(LETTERS, given)]
          .filter(([name]) => name.startsWith('all.'))
          .map(([name, body]) => ({ name, slice: unpackSlice(body) }));
        for (const { name, slice } of slices) {
          expect(slice.children).toEqual(given.children);
          for (const row of slice.rows) {
            expect(name).toBe(`all.${shardOf(slice.values[0]?.[row[0] ?? -1] ?? '', 3)}`);
          }
        }
        const found = nodeFrom(
          LETTERS,
          slices.map(({ slice }) => slice),
        );
        expect(sorted(found.rows)).toEqual(sorted(given.rows));
      }),
    );
  });

  it('sum the fields that a view lacks', () => {
    const given = nodeOf(
      [
        {
          bound: '',
          name: 'one',
          terms: new Uint8Array(),
          counts: new Map([
            [tupleKey(['a', 'x']), 2],
            [tupleKey(['a', 'y']), 3],
            [tupleKey(['b', 'x']), 4],
          ]),
        },
      ],
      { children: [], rows: new Map() },
    );
    const { values, rows } = unpackSlice(packNode(LETTERS, given).get('letter') ?? new Uint8Array());
    expect({ values, rows }).toEqual({
      values: [['a', 'b']],
      rows: [
        [0, 5],
        [1, 4],
      ],
    });
  });
});
