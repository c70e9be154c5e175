import { expect, it } from '@jest/globals';
import { decimalGap } from '../../../console/design/decimal-gap.ts';

it.each([
  ['0.5', '1800.5', { sign: -1, size: '1800' }],
  ['2', '1.999999999999999999', { sign: 1, size: '0.000000000000000001' }],
  ['1.50', '1.5', { sign: 0, size: '0' }],
  ['0', '0', { sign: 0, size: '0' }],
  [
    '1606938044258990275541962092341162602522202.99',
    '0.01',
    { sign: 1, size: '1606938044258990275541962092341162602522202.98' },
  ],
])('The gap between %s and %s is exact', (now, before, gap) => {
  expect(decimalGap(now, before)).toEqual(gap);
});
