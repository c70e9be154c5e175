import { describe, expect, it } from '@jest/globals';
import { changeByBlock } from '../../lib/transactions/merge.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { aMemo, aStoredTransaction, aTokenTransfer, aTransfer, blockHash } from '../support/records.ts';

const inA = aStoredTransaction({
  verified: true,
  source: 'watch',
  blockHash: blockHash('a'),
  notes: 'Payroll',
  tags: ['march'],
});
/** The same transaction in another block, where every field from the chain differs. */
const inB = aStoredTransaction({
  verified: true,
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
  destinationTag: 0,
  references: [aMemo],
  transfers: [aTransfer({ amount: '2' })],
  createdAt: '2026-01-31T09:00:20.000Z',
});
const OWN = [
  'id',
  'walletId',
  'notes',
  'tags',
  'annotatedBy',
  'annotatedByName',
  'source',
  'createdAt',
  'reorged',
  'inclusion',
  'firstInclusion',
  'revision',
];
const fromChain = Object.fromEntries(Object.entries(inB).filter(([field]) => !OWN.includes(field)));

describe('changeByBlock', () => {
  it('changes nothing when the record is in this block already', () => {
    expect(changeByBlock(inA, { ...inB, blockHash: inA.blockHash })).toBeNull();
  });

  it('takes what a node states to a later import when only the body of an import has stated the record', () => {
    const imported = aStoredTransaction({ tokenAmount: '5', transfers: [aTransfer({ amount: '5' })] });
    const { blockHash: _, ...stated } = fromChain;
    expect(changeByBlock(imported, { ...inB, source: 'import', blockHash: null })).toEqual({
      set: { ...stated, blockHash: null, reorged: false, inclusion: 1, firstInclusion: 1 },
      isEvaluated: true,
    });
  });

  it('takes every field from the chain when only an import has stated the record, which keeps its source', () => {
    const imported = aStoredTransaction({ blockNumber: 7, tokenAmount: '5', chain: 'base' });
    expect(changeByBlock(imported, inB)).toEqual({
      set: { ...fromChain, reorged: false, inclusion: 1, firstInclusion: 1 },
      isEvaluated: true,
    });
  });

  it('corrects an import that an earlier version gave a block and the facts of its body', () => {
    const imported = aStoredTransaction({ blockHash: inB.blockHash, tokenAmount: '5' });
    expect(changeByBlock(imported, inB)).toMatchObject({ set: { ...fromChain, inclusion: 1 }, isEvaluated: true });
  });

  it('keeps the inclusion when an import stated what moved, without the address of the token', () => {
    const token = aTokenTransfer();
    const imported = aStoredTransaction({
      transfers: [{ ...token, asset: token.asset.toLowerCase(), tokenAddress: null, valueUsd: null }],
    });
    const found: StoredTransaction = { ...inB, status: 'success', transfers: [token] };
    expect(changeByBlock(imported, found)).toMatchObject({
      set: { inclusion: 0, firstInclusion: 0, transfers: [token] },
      isEvaluated: true,
    });
  });

  it('evaluates no rule again when the block states what a node stated to the import', () => {
    const imported = { ...inA, source: 'import', blockHash: null } as const;
    expect(changeByBlock(imported, inA)).toMatchObject({
      set: { blockHash: inA.blockHash, inclusion: 0, firstInclusion: 0 },
      isEvaluated: false,
    });
  });

  it('keeps the calls that a node stated to the import when the scan of the same block knows none', () => {
    const imported = { ...inA, source: 'import', blockHash: null } as const;
    const { blockHash, inclusion, reorged } = inA;
    expect(changeByBlock(imported, { ...inA, detail: 'logs', transfers: [] })).toEqual({
      set: { blockHash, inclusion, reorged },
      isEvaluated: false,
    });
  });

  it('starts a new inclusion when the node of the import had stated other movements', () => {
    const imported = { ...inA, source: 'import', blockHash: null } as const;
    expect(changeByBlock(imported, inB)).toMatchObject({
      set: { inclusion: 1, firstInclusion: 1 },
      isEvaluated: true,
    });
  });

  it('takes every field from the chain when the record moves to another block', () => {
    expect(changeByBlock(inA, inB)?.set).toEqual({ ...fromChain, reorged: false, inclusion: 1 });
  });

  it('keeps the inclusion when the transaction has the same effects in another block and another USD value', () => {
    const moved = { ...inA, blockHash: blockHash('b'), transfers: [aTransfer({ valueUsd: '3001' })] };
    expect(changeByBlock(inA, moved)).toMatchObject({
      set: { blockHash: blockHash('b'), inclusion: 0 },
      isEvaluated: false,
    });
  });

  it.each<[string, Partial<StoredTransaction>]>([
    ['the transaction failed', { status: 'failed' }],
    ['the transaction moved another amount', { transfers: [aTransfer({ amount: '2' })] }],
    ['the transaction moved more assets', { transfers: [aTransfer(), aTokenTransfer()] }],
  ])('starts a new inclusion, to be evaluated again, when in the other block %s', (_how, other) => {
    expect(changeByBlock(inA, { ...inA, blockHash: blockHash('b'), ...other })).toMatchObject({
      set: { ...other, reorged: false, inclusion: 1 },
      isEvaluated: true,
    });
  });

  it('starts a new inclusion of an orphaned record, in another block or in the same block', () => {
    const orphaned = { ...inA, reorged: true, inclusion: 1 };
    for (const seen of [inB, inA]) {
      const { blockHash } = seen;
      expect(changeByBlock(orphaned, seen)).toMatchObject({
        set: { blockHash, reorged: false, inclusion: 2 },
        isEvaluated: true,
      });
    }
  });

  it('keeps the annotation of the record and the time of recording', () => {
    for (const stored of [inA, { ...inA, reorged: true }]) {
      const set = changeByBlock(stored, inB)?.set ?? {};
      expect(Object.keys(set).filter((field) => OWN.includes(field))).toEqual(['reorged', 'inclusion']);
    }
  });

  it('changes nothing for an import, or for the same hash on another chain', () => {
    for (const stored of [inA, { ...inA, reorged: true }, aStoredTransaction({ verified: true })]) {
      expect(changeByBlock(stored, { ...inB, source: 'import', blockHash: null })).toBeNull();
      expect(changeByBlock(stored, { ...inB, chain: 'base' })).toBeNull();
    }
  });
});

describe('changeByBlock, when the calls of the transaction become known,', () => {
  const ofLogs = { ...inA, detail: 'logs' } as const;
  const call = aTransfer({ amount: '100', origin: 'call' });

  it('completes the record without another evaluation when no movement is new', () => {
    const change = changeByBlock(ofLogs, { ...inA, detail: 'full' });
    expect(change).toMatchObject({ set: { detail: 'full', inclusion: 0, reorged: false }, isEvaluated: false });
  });

  it('completes the record of this inclusion and has it evaluated when a movement is new', () => {
    const change = changeByBlock(ofLogs, { ...inA, transfers: [...inA.transfers, call] });
    expect(change).toMatchObject({
      set: { detail: 'full', inclusion: 0, transfers: [...inA.transfers, call] },
      isEvaluated: true,
    });
  });

  it('completes a record of 35 days ago without another evaluation, because decisions on it may have expired', () => {
    const later = (days: number) =>
      changeByBlock(ofLogs, {
        ...inA,
        transfers: [...inA.transfers, call],
        createdAt: new Date(Date.parse(inA.createdAt) + days * 24 * 60 * 60 * 1000).toISOString(),
      });
    expect(later(34)?.isEvaluated).toBe(true);
    expect(later(35)).toMatchObject({ set: { detail: 'full' }, isEvaluated: false });
  });

  it('keeps what it knows when a later scan has no trace', () => {
    expect(changeByBlock(inA, { ...inA, detail: 'logs', transfers: [] })).toBeNull();
    expect(changeByBlock(ofLogs, { ...inA, detail: 'logs' })).toBeNull();
  });

  it('completes a record that a node stated to an import', () => {
    const imported = { ...ofLogs, source: 'import' } as const;
    const change = changeByBlock(imported, { ...inA, transfers: [...inA.transfers, call] });
    expect(change).toMatchObject({ set: { detail: 'full', inclusion: 0 }, isEvaluated: true });
  });
});
