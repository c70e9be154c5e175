import { describe, expect, it } from '@jest/globals';
import { changed, netOf } from '../../../lib/platform/lists/change.ts';
import { tupleKey } from '../../../lib/platform/lists/definition.ts';

const A = ['a'];
const B = ['b'];
const net = (...changes: { minus?: string[]; plus?: string[] }[]) =>
  netOf(changes.map((change) => ({ key: 'k', ...change }))).get('k') ?? new Map();

describe('The changes of an entry', () => {
  it('come to the same in any order', () => {
    const steps = [{ plus: A }, { minus: A, plus: B }, { minus: B }, { plus: B }];
    expect(net(...steps)).toEqual(net(...steps.toReversed()));
    expect(changed(null, net(...steps.toReversed()))).toBe(tupleKey(B));
  });

  it('add, change and remove the entry', () => {
    expect(changed(null, net({ plus: A }))).toBe(tupleKey(A));
    expect(changed(tupleKey(A), net({ minus: A, plus: B }))).toBe(tupleKey(B));
    expect(changed(tupleKey(A), net({ minus: A }))).toBeNull();
  });

  it('do not fit an entry when an earlier change is missing', () => {
    expect(changed(null, net({ minus: A, plus: B }))).toBeUndefined();
    expect(changed(tupleKey(B), net({ plus: A }))).toBeUndefined();
  });

  it('treat a missing last field like an empty field', () => {
    expect(changed(tupleKey(['a', '']), net({ minus: A }))).toBeNull();
  });
});
