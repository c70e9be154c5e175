import { expect, it } from '@jest/globals';
import { addedUp } from '../../../console/design/balance-points.ts';

const point = (day: number, valueUsd: string | null) => ({ at: `2026-11-0${day}T00:00:00.000Z`, valueUsd });

it('the values of several wallets are added up day by day, each from its first day on', () => {
  const points = addedUp([
    [point(2, '10.5'), point(3, '11')],
    [point(1, '1'), point(2, '2'), point(3, null)],
  ]);
  expect(points.map(({ x, y }) => [x.getUTCDate(), y])).toEqual([
    [1, 1],
    [2, 12.5],
    [3, 11],
  ]);
  expect(addedUp([])).toEqual([]);
});
