import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asking } from '../../../lib/platform/lists/asked-values.ts';
import { runs } from '../../support/sample.ts';

const COLOURS = ['red', 'green', 'blue', 'black', 'white'];
const entries = fc
  .array(fc.record({ colour: fc.constantFrom(...COLOURS), isLeftOut: fc.boolean() }), { maxLength: 60 })
  .map((all) => all.map(({ colour, isLeftOut }, n) => ({ key: String(n), tuple: [isLeftOut ? 'x' : '', colour] })));
const isCandidate = ({ tuple }: { tuple: readonly string[] }) => tuple[0] === '';

it('The first entries with a wanted value are those of a plain array, and each value is asked about once', async () => {
  await fc.assert(
    fc.asyncProperty(
      entries,
      fc.subarray(COLOURS),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.nat(60), { maxLength: 5 }),
      async (all, colours, wanted, ends) => {
        const asked: string[] = [];
        const which = async (values: readonly string[]) => {
          asked.push(...values);
          return new Set(values.filter((value) => colours.includes(value)));
        };
        const examined = asking(1, { field: 'colour', which }, isCandidate, wanted);
        for (const end of [...ends.toSorted((a, b) => a - b), all.length]) {
          const given = all.slice(0, end);
          const matching = given.filter((entry) => isCandidate(entry) && colours.includes(entry.tuple[1] ?? ''));
          const { searched, matches, isEnough } = await examined(given);
          expect(matches).toEqual(matching.slice(0, wanted));
          expect(isEnough).toBe(matching.length >= wanted);
          // The entries behind are those of the next page: no match of them is lost.
          expect(given.slice(0, searched.length)).toEqual(searched);
          expect(matching.filter(({ key }) => Number(key) < searched.length)).toEqual(matches);
        }
        expect(new Set(asked).size).toBe(asked.length);
      },
    ),
    { numRuns: runs(200, 5_000) },
  );
});

it('A request asks about 300 values, and looks at the entries before the next value', async () => {
  const all = Array.from({ length: 400 }, (_, n) => ({ key: String(n), tuple: ['', `colour ${n}`] }));
  const batches: number[] = [];
  const which = async (values: readonly string[]) => {
    batches.push(values.length);
    return new Set<string>();
  };
  const { searched, matches, isEnough } = await asking(1, { field: 'colour', which }, isCandidate, 25)(all);
  expect([searched.length, matches, isEnough]).toEqual([300, [], true]);
  expect(new Set(batches)).toEqual(new Set([25]));
});
