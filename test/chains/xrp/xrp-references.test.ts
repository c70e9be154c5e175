import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { chainOf } from '../../../lib/chains/registry.ts';
import { blockOf } from '../../../lib/chains/xrp/xrp-block.ts';
import { BOB, decode, hash, ledger, modified } from './built.ts';
import { blockIn, decodeAll, ledgers } from './recorded.ts';

const bytes = (text: string) => Buffer.from(text).toString('hex').toUpperCase();
const memo = (MemoData?: string) => ({ Memo: { MemoData, MemoType: bytes('client') } });
const referencesOf = (fields: Record<string, unknown>) => decode(fields).references;

describe('the references of an XRP payment', () => {
  it('are the source tag, the invoice and the memos, in this order', () => {
    const InvoiceID = 'ab'.repeat(32);
    expect(
      referencesOf({ Memos: [memo(bytes('salary 7')), memo('FF00')], InvoiceID, SourceTag: 0, Destination: BOB }),
    ).toEqual([
      { kind: 'source_tag', value: '0', encoding: 'text', truncated: false },
      { kind: 'invoice_id', value: 'AB'.repeat(32), encoding: 'hex', truncated: false },
      { kind: 'memo', value: 'salary 7', encoding: 'text', truncated: false },
      { kind: 'memo', value: 'FF00', encoding: 'hex', truncated: false },
    ]);
  });

  it('are none where a memo has no data', () => {
    expect(referencesOf({ Memos: [memo(), memo('')] })).toBeUndefined();
  });

  it('are at most 10', () => {
    const Memos = Array.from({ length: 30 }, (_, index) => memo(bytes(`memo ${index}`)));
    expect(referencesOf({ Memos, SourceTag: 4 })?.map(({ value }) => value)).toEqual([
      ...['4', 'memo 0', 'memo 1', 'memo 2', 'memo 3', 'memo 4', 'memo 5', 'memo 6', 'memo 7', 'memo 8'],
    ]);
  });

  it('stay in the record of a transaction that cannot be decoded', async () => {
    const fields = { TransactionType: 'Payment', DestinationTag: 9, Memos: [memo(bytes('rent'))], InvoiceID: 5 };
    const header = { ...ledger, hash, parentHash: hash, parentHeight: 6 };
    const [decoded] = await decodeAll(
      blockOf(chainOf('xrp'), { ...header, transactions: [{ hash, fields, meta: null }] }),
    );
    expect(decoded?.undecoded).not.toBeNull();
    expect(decoded?.transaction).toMatchObject({ destinationTag: 9, references: [{ kind: 'memo', value: 'rent' }] });
  });
});

describe('the destination tag of an XRP payment', () => {
  it.each([0, 7, 4_294_967_295])('is the tag %d', (DestinationTag) => {
    expect(decode({ Destination: BOB, DestinationTag }).destinationTag).toBe(DestinationTag);
  });

  it('is none where the payment has none', () => {
    expect(decode({ Destination: BOB })).not.toHaveProperty('destinationTag');
  });

  it.each([
    ['EscrowFinish', 'Escrow'],
    ['CheckCash', 'Check'],
    ['PaymentChannelClaim', 'PayChannel'],
  ])('of %s is the tag with which the %s was made', (TransactionType, LedgerEntryType) => {
    const node = modified(LedgerEntryType, { Destination: BOB, DestinationTag: 12 }, {});
    expect(decode({ TransactionType }, { nodes: [node] }).destinationTag).toBe(12);
  });

  it('of an escrow that returns to its owner is none', () => {
    const node = { DeletedNode: { LedgerEntryType: 'Escrow', FinalFields: { Destination: BOB, DestinationTag: 12 } } };
    expect(decode({ TransactionType: 'EscrowCancel' }, { nodes: [node] })).not.toHaveProperty('destinationTag');
  });
});

const Raw = z.object({
  DestinationTag: z.unknown().optional(),
  SourceTag: z.unknown().optional(),
  Memos: z.array(z.object({ Memo: z.object({ MemoData: z.string() }) })).default([]),
});
/** What the recorded JSON states, without the decoder. */
const statedIn = (raw: unknown) =>
  z
    .object({ ledger: z.object({ transactions: z.array(Raw) }) })
    .parse(raw)
    .ledger.transactions.flatMap(({ DestinationTag, SourceTag, Memos }) => [
      ...(DestinationTag === undefined ? [] : [`destination_tag ${DestinationTag}`]),
      ...(SourceTag === undefined ? [] : [`source_tag ${SourceTag}`]),
      ...Memos.map(({ Memo }) => `memo ${Buffer.from(Memo.MemoData, 'hex').toString()}`),
    ]);

describe('the references in the recorded ledgers', () => {
  it('are those that the ledgers state', async () => {
    let total = 0;
    for (const { raw, height } of ledgers) {
      const decoded = await decodeAll(blockIn(raw, height));
      const found = decoded.flatMap(({ transaction: { destinationTag, references = [] } }) => [
        ...(destinationTag === undefined ? [] : [`destination_tag ${destinationTag}`]),
        ...references.map(({ kind, value }) => `${kind} ${value}`),
      ]);
      expect(found.sort()).toEqual(statedIn(raw).sort());
      total += found.length;
    }
    expect(total).toBe(33);
  });
});
