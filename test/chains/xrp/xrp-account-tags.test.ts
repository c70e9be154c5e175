import { describe, expect, it } from '@jest/globals';
import { ALICE, account, BOB, decode, type Node } from './built.ts';
import { blockIn, decodeAll } from './recorded.ts';

const tagsOf = (...given: Parameters<typeof decode>) =>
  decode(...given).accountTags?.map(({ address, tag }) => [address, tag]);
const entry = (LedgerEntryType: string, fields: Node) => ({
  DeletedNode: { LedgerEntryType, FinalFields: { Account: ALICE, Destination: BOB, Amount: '50', ...fields } },
});

describe('the tags of the accounts of an XRP transaction', () => {
  it('are the source tag of its sender and the destination tag of its receiver, where 0 is a tag', () => {
    const payment = { Destination: BOB, Amount: '50' };
    expect(tagsOf({ ...payment, SourceTag: 0, DestinationTag: 7 })).toEqual([
      [ALICE, 0],
      [BOB, 7],
    ]);
    expect(tagsOf(payment)).toEqual([]);
    expect(tagsOf({ Account: ALICE, TransactionType: 'AccountSet', DestinationTag: 7 })).toEqual([]);
  });

  it('are those of a failed transaction too', () => {
    const payment = { Destination: BOB, Amount: '50', SourceTag: 1, DestinationTag: 7 };
    expect(tagsOf(payment, { result: 'tecPATH_DRY' })).toHaveLength(2);
  });

  it.each([
    ['EscrowFinish', 'Escrow'],
    ['EscrowCancel', 'Escrow'],
    ['CheckCash', 'Check'],
    ['PaymentChannelClaim', 'PayChannel'],
  ])('of %s are those that the %s has kept', (TransactionType, kept) => {
    const nodes = [account(BOB, '0', '50'), entry(kept, { SourceTag: 3, DestinationTag: 4 })];
    expect(tagsOf({ Account: BOB, TransactionType }, { nodes })).toEqual([
      [ALICE, 3],
      [BOB, 4],
    ]);
  });

  it('are each stated once', () => {
    const nodes = [entry('Escrow', { DestinationTag: 4 })];
    const create = { TransactionType: 'EscrowCreate', Destination: BOB, DestinationTag: 4 };
    expect(tagsOf(create, { nodes })).toEqual([[BOB, 4]]);
  });

  it('are unknown where the transaction cannot be decoded', async () => {
    const hash = 'EF'.repeat(32);
    const broken = { hash, Account: ALICE, SourceTag: 1, Fee: 'much', metaData: { TransactionIndex: 0 } };
    const ledger = {
      ...{ ledger_index: 7, ledger_hash: 'AB'.repeat(32), parent_hash: 'CD'.repeat(32), close_time: 0 },
      ...{ transaction_hash: '12'.repeat(32), transactions: [broken] },
    };
    const [decoded] = await decodeAll(blockIn({ validated: true, ledger }, 7));
    expect(decoded?.undecoded).not.toBeNull();
    expect(decoded?.transaction.accountTags).toBeUndefined();
  });
});
