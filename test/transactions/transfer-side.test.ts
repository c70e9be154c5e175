import { expect, it } from '@jest/globals';
import { sideOf, withSide } from '../../lib/transactions/transfer-side.ts';
import { aTransfer, OURS, THEIRS } from '../support/records.ts';

it('the side follows from the direction, except for an internal transfer', () => {
  expect(sideOf({ direction: 'outbound' })).toBe('sends');
  expect(sideOf({ direction: 'inbound' })).toBe('receives');
  expect(sideOf({ direction: 'internal' })).toBeUndefined();
  expect(sideOf({ direction: 'internal', side: 'both' })).toBe('both');
});

it.each([
  [OURS, THEIRS, 'sends'],
  [THEIRS, OURS, 'receives'],
  [OURS, OURS, 'both'],
  [OURS.toLowerCase(), THEIRS, 'sends'],
])('the address of the wallet tells the side of an internal transfer from %s to %s', (from, to, side) => {
  const transfer = aTransfer({ direction: 'internal', from, to });
  expect(withSide(transfer, OURS)).toEqual({ ...transfer, side });
  expect(withSide(transfer)).toBe(transfer);
});
