import { expect, it } from '@jest/globals';
import { listQueryOf } from '../../lib/transactions/transaction-list.ts';
import { organisation } from '../support/records.ts';

it.each([
  ['counterparty', { chain: 'base', counterparty: '0x00000000000000000000000000000000000000aa', tag: 'tax' }],
  ['tag', { tag: 'tax', minValueUsd: '5' }],
  ['minValueUsd', { minValueUsd: '5', valueStatus: 'known' }],
  ['valueStatus', { valueStatus: 'unpriced' }],
  ['destinationTag', { destinationTag: 'none' }],
  ['reference', { reference: 'Invoice 4711' }],
] as const)('a query that examines too much is refused on %s', (path, filters) => {
  const message = expect.stringContaining('would examine more than a million transactions');
  expect(listQueryOf(organisation, filters).refusal?.()).toMatchObject({ errors: [{ path, message }] });
});

it('a query of counted filters alone has no such refusal', () => {
  expect(listQueryOf(organisation, { chain: 'base', includeReorged: 'true' }).refusal).toBeUndefined();
});
