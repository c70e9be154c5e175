import { describe, expect, it } from '@jest/globals';
import { changed, netOf } from '../../../lib/platform/lists/change.ts';

const A = ['a'];
const B = ['b'];
const net = (...changes: { minus?: string[]; plus?: string[] }[]) =>
  netOf(changes.map((change) => ({ key: 'k', ...change }))).get('k') ?? [];

describe('The changes of an entry', () => {
  it('come to the same in any order', () => {
    const steps = [{ plus: A }, { minus: A, plus: B }, { minus: B }, { plus: B }];
    expect(net(...steps)).toEqual(net(...steps.toReversed()));
    expect(changed(null, net(...steps.toReversed()))).toEqual(B);
  });

  it('add, change and remove the entry', () => {
    expect(changed(null, net({ plus: A }))).toEqual(A);
    expect(changed(A, net({ minus: A, plus: B }))).toEqual(B);
    expect(changed(A, net({ minus: A }))).toBeNull();
  });

  it('do not fit an entry when an earlier change is missing', () => {
    expect(changed(null, net({ minus: A, plus: B }))).toBeUndefined();
    expect(changed(B, net({ plus: A }))).toBeUndefined();
  });

  it('treat a missing last field like an empty field', () => {
    expect(changed(['a', ''], net({ minus: A }))).toBeNull();
  });
});
