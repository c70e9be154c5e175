import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { itemOf, TransactionItem } from '../../lib/transactions/item.ts';
import { packRecord } from '../../lib/transactions/packed-record.ts';
import { aMemo, aStoredTransaction, aTransfer, organisation } from '../support/records.ts';

const stored = (record = aStoredTransaction()) => itemOf(organisation, record);

describe('A packed record', () => {
  it('is read as it was written, whatever its texts are', () => {
    fc.assert(
      fc.property(
        fc.record({
          notes: fc.string({ unit: 'binary' }),
          tags: fc.array(fc.string({ unit: 'grapheme' })),
          tokenSymbol: fc.string(),
          tokenAmount: fc.bigInt({ min: 0n }).map(String),
          reorged: fc.boolean(),
          inclusion: fc.nat(),
          revision: fc.nat(),
          destinationTag: fc.option(fc.nat()),
          references: fc.array(fc.string({ unit: 'binary' }).map((value) => ({ ...aMemo, value }))),
        }),
        (fields) => {
          const record = aStoredTransaction(fields);
          expect(TransactionItem.parse(stored(record))).toEqual(record);
        },
      ),
    );
  });

  it('of an earlier process is still read', () => {
    const packed = Buffer.from(
      'tdZrCsIwEATgExVms3ls+k9JcgIvUK8h3l3q1mJaUy1qCoEESmGZb+hFw4dpdffNjps8jtOiOqAfvGGeQzycv3te902FgaJ+' +
        't4mCOqYTYg/0fwIinkJmiyMnUDm4QlQYvlhElOSQDQsC0gqSMxEyTjGKM0HEZ5QABnwUF5LJlnzMOTRKqDZHdeRYk7+JTi+2' +
        '0empLucFOvWwZGdNE167Ndvu5j6f4e0a+955D9tjfaNZO//XnudfkRXoKuROQ369AQ==',
      'base64',
    );
    const { lookalike: _, ...transfer } = aTransfer();
    expect(TransactionItem.parse({ ...stored(), packed })).toEqual(aStoredTransaction({ transfers: [transfer] }));
  });

  it('takes one write unit when the transaction has two transfers', () => {
    const [transfer] = aStoredTransaction().transfers;
    if (transfer === undefined) throw new Error('the record has a transfer');
    const second = { ...transfer, from: `0x${'7a'.repeat(20)}`, tokenAddress: `0x${'c4'.repeat(20)}` };
    expect(bytesOf(stored(aStoredTransaction({ transfers: [transfer, second] })))).toBeLessThan(1024);
  });

  it('stays below the 400 KB of an item with 2,000 transfers', () => {
    const [transfer] = aStoredTransaction().transfers;
    if (transfer === undefined) throw new Error('the record has a transfer');
    const transfers = Array.from({ length: 2_000 }, (_, n) => ({ ...transfer, from: `0x${n}`, amount: String(n) }));
    expect(bytesOf(stored(aStoredTransaction({ transfers })))).toBeLessThan(400 * 1024);
  });

  it.each([undefined, new Uint8Array(1), packRecord(aStoredTransaction()).packed.subarray(9)])(
    'that is broken or absent is refused like any other wrong item',
    (packed) => {
      expect(() => TransactionItem.parse({ ...stored(), packed })).toThrow(z.ZodError);
    },
  );
});

/** The size of an item as DynamoDB counts it, for texts, numbers, booleans and bytes. */
const bytesOf = (item: Record<string, unknown>): number =>
  Object.entries(marshall(item)).reduce((sum, [name, { B, S = '' }]) => sum + name.length + (B?.length ?? S.length), 0);
