import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ListDefinition } from '../../../lib/platform/lists/definition.ts';
import { bitsOf, mayHave, termsOf } from '../../../lib/platform/lists/leaf-terms.ts';

const list: ListDefinition = {
  name: 'things',
  fields: ['colour', 'words', 'tags'],
  views: [{ name: 'all', fields: ['colour'] }],
  terms: ['words', 'tags'],
};
const entry = (words: string, tags = '') => ({ key: '', tuple: ['', words, tags] });
const term = fc.stringMatching(/^[\w-]{1,8}$/);

describe('The summary of a leaf', () => {
  it('has every term of every entry', () => {
    fc.assert(
      fc.property(fc.array(fc.array(term)), (values) => {
        const summary = termsOf(
          list,
          values.map((words) => entry(words.join(' '))),
        );
        for (const words of values) {
          const bits = words.map((word) => bitsOf('words', word));
          expect(mayHave(summary, bits)).toBe(true);
        }
      }),
    );
  });

  it('rarely has another term: less than 4 % of the others when the leaf has 100', () => {
    const summary = termsOf(
      list,
      Array.from({ length: 100 }, (_, n) => entry(`term${n}`)),
    );
    const others = Array.from({ length: 10_000 }, (_, n) => mayHave(summary, [bitsOf('words', `other${n}`)]));
    expect(others.filter((has) => has).length).toBeLessThan(400);
  });

  it('tells fields apart, and needs every term', () => {
    const summary = termsOf(list, [entry('big', 'old')]);
    const has = (...of: [field: string, term: string][]) =>
      mayHave(
        summary,
        of.map(([field, each]) => bitsOf(field, each)),
      );
    expect([
      has(['words', 'big'], ['tags', 'old']),
      has(['tags', 'big']),
      has(['words', 'big'], ['words', 'new']),
    ]).toEqual([true, false, false]);
  });

  it('keeps its bits from release to release, and says nothing when a node has none', () => {
    expect(bitsOf('words', 'big')).toEqual([512, 711, 334, 533, 156]);
    expect(mayHave(new Uint8Array(), [bitsOf('words', 'big')])).toBe(true);
  });
});
