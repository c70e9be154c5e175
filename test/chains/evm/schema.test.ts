import { describe, expect, it } from '@jest/globals';
import { CallResult, EvmReceipt, EvmTransaction } from '../../../lib/chains/evm/schema.ts';
import { USDC } from '../../support/records.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const MEGABYTES_8 = 8 * 1024 * 1024;
const huge = `0x${'Ab'.repeat(MEGABYTES_8)}`;

const transaction = (input: string) =>
  EvmTransaction.parse({ hash: HASH, blockHash: HASH, from: USDC, to: USDC, value: '0x0', input }).input;
const log = (data: string) =>
  EvmReceipt.parse({
    ...{ transactionHash: HASH, blockHash: HASH, gasUsed: '0x5208' },
    logs: [{ address: USDC, topics: [], data }],
  }).logs[0]?.data;
const result = (answer: string) => CallResult.parse(answer);

// A stranger's contract decides the content and the size of these fields.
describe.each([
  { of: 'a call', read: transaction },
  { of: 'a log', read: log },
  { of: 'the answer to eth_call', read: result },
])('The data of $of', ({ read }) => {
  it('of 8 MB passes, and is refused for one character at its end', () => {
    const began = performance.now();
    expect(read(huge)?.length).toBe(huge.length);
    for (const end of ['g', 'gg', '0', '\n0', '\u0660'.repeat(2)]) expect(() => read(huge + end)).toThrow('is no data');
    // Some 30 ms for each. A check that backtracks would take hours.
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it.each(['', '0', '0x0', '0X00', '00', '0x0g', '0x 0', ' 0x00', '0x00 ', '0x00\n', '0x0x'])('is not %j', (text) => {
    expect(() => read(text)).toThrow('is no data');
  });

  it('is empty, or whole bytes in lower case', () => {
    expect(['0x', '0x00', '0xAbCd'].map(read)).toEqual(['0x', '0x00', '0xabcd']);
  });
});
