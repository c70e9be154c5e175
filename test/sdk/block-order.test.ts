import { expect, it } from '@jest/globals';
import { inBlockOrder } from '../../sdk/index.ts';

const record = (blockNumber: number, at = '2026-11-29T17:00:01.000Z', chain: 'anvil' | 'base' = 'anvil') => ({
  blockNumber,
  blockTimestamp: at,
  chain,
});

it('records of one second stand in the order of their blocks, chain by chain', () => {
  const later = record(1, '2026-11-29T17:00:02.000Z');
  const records = [record(7), record(3, undefined, 'base'), record(9), later, record(4, undefined, 'base')];
  const places = (isOldestFirst: boolean) =>
    inBlockOrder(records, isOldestFirst).map(({ chain, blockNumber }) => `${chain} ${blockNumber}`);
  expect(places(false)).toEqual(['anvil 1', 'anvil 9', 'anvil 7', 'base 4', 'base 3']);
  expect(places(true)).toEqual(['anvil 7', 'anvil 9', 'base 3', 'base 4', 'anvil 1']);
});
