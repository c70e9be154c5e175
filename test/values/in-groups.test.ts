import { expect, it } from '@jest/globals';
import { inGroups } from '../../lib/values/in-groups.ts';

it('Groups keep the order of the items, and only the last group is smaller', () => {
  expect(inGroups([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(inGroups([1, 2], 2)).toEqual([[1, 2]]);
  expect(inGroups([], 2)).toEqual([]);
});
