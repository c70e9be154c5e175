import { describe, expect, it } from '@jest/globals';
import { foundAgain } from '../../lib/transactions/merge.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { aStoredTransaction, aTokenTransfer, aTransfer, blockHash } from '../support/records.ts';

const inA = aStoredTransaction({ source: 'watch', blockHash: blockHash('a'), notes: 'Payroll', tags: ['march'] });
/** The same transaction in another block, where all that a chain tells of it is another. */
const inB = aStoredTransaction({
  source: 'watch',
  blockHash: blockHash('b'),
  blockNumber: 19_000_001,
  blockTimestamp: '2026-01-31T09:00:12.000Z',
  direction: 'outbound',
  txType: 'contract_call',
  status: 'failed',
  fromAddress: '0xfrom',
  toAddress: null,
  tokenSymbol: 'USDC',
  tokenAmount: '2',
  valueUsd: '2',
  methodName: 'swap',
  methodSelector: '0x12345678',
  sender: '0xsender',
  called: '0xcalled',
  gasPriceGwei: '21',
  feeAmount: '0.1',
  transfers: [aTransfer({ amount: '2' })],
  createdAt: '2026-01-31T09:00:20.000Z',
});
const OWN = ['id', 'walletId', 'notes', 'tags', 'source', 'createdAt', 'reorged', 'inclusion'];
const chainTells = Object.fromEntries(Object.entries(inB).filter(([field]) => !OWN.includes(field)));

describe('a recorded transaction that is found in a block', () => {
  it('is nothing new when it is the block it was found in before', () => {
    expect(foundAgain(inA, { ...inB, blockHash: inA.blockHash })).toBeNull();
  });

  it('learns the block, and nothing else, when a person imported it', () => {
    const imported = aStoredTransaction({ blockNumber: 7, tokenAmount: '5' });
    expect(foundAgain(imported, inB)).toEqual({
      set: { blockHash: blockHash('b'), reorged: false, inclusion: 0 },
      anew: false,
    });
  });

  it('tells all that the chain tells of it in another block', () => {
    expect(foundAgain(inA, inB)?.set).toEqual({ ...chainTells, reorged: false, inclusion: 1 });
  });

  it('is the same inclusion in another block when it did the same there, whatever it was worth', () => {
    const moved = { ...inA, blockHash: blockHash('b'), transfers: [aTransfer({ valueUsd: '3001' })] };
    expect(foundAgain(inA, moved)).toMatchObject({ set: { blockHash: blockHash('b'), inclusion: 0 }, anew: false });
  });

  it.each<[string, Partial<StoredTransaction>]>([
    ['it failed', { status: 'failed' }],
    ['it moved another amount', { transfers: [aTransfer({ amount: '2' })] }],
    ['it moved more', { transfers: [aTransfer(), aTokenTransfer()] }],
  ])('is another inclusion, asked anew, when in the other block %s', (_how, other) => {
    expect(foundAgain(inA, { ...inA, blockHash: blockHash('b'), ...other })).toMatchObject({
      set: { ...other, reorged: false, inclusion: 1 },
      anew: true,
    });
  });

  it('is another inclusion when it was orphaned, in another block or in the same', () => {
    const orphaned = { ...inA, reorged: true, inclusion: 1 };
    for (const seen of [inB, inA]) {
      const { blockHash } = seen;
      expect(foundAgain(orphaned, seen)).toMatchObject({
        set: { blockHash, reorged: false, inclusion: 2 },
        anew: true,
      });
    }
  });

  it('keeps what people made of it, and when it was recorded', () => {
    for (const stored of [inA, { ...inA, reorged: true }]) {
      const set = foundAgain(stored, inB)?.set ?? {};
      expect(Object.keys(set).filter((field) => OWN.includes(field))).toEqual(['reorged', 'inclusion']);
    }
  });

  it('is not changed by an import, nor by the same hash on another chain', () => {
    for (const stored of [inA, { ...inA, reorged: true }, aStoredTransaction()]) {
      expect(foundAgain(stored, { ...inB, source: 'import', blockHash: null })).toBeNull();
      expect(foundAgain(stored, { ...inB, chain: 'base' })).toBeNull();
    }
  });
});
