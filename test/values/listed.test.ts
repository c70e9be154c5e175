import { expect, it } from '@jest/globals';
import { listed } from '../../lib/values/listed.ts';

it('a registry lists the names with a fixed place first and then the other names in their order', () => {
  expect(listed({ a: 1, b: 2, c: 3, d: 4 }, ['c', 'a'])).toEqual(['c', 'a', 'b', 'd']);
});
