import { describe, expect, it } from '@jest/globals';
import { chainOf } from '../../../lib/chains/registry.ts';
import { decodeTransaction } from '../../../lib/chains/xrp/xrp-decode.ts';
import { isTouched, viewOf } from '../../../lib/transactions/view.ts';
import { ALICE, account, BOB, decode, GATE, hash, ledger, MAKER, modified, type Node } from './built.ts';
import { answerOf, truths } from './recorded.ts';

const DISABLED = 0x00100000;
/** Decodes a transaction of ALICE, whose account had the fields `before` and has the fields `after`. */
const changes = (TransactionType: string, before: Node, after: Node, more: readonly unknown[] = []) =>
  decode(
    { TransactionType },
    { nodes: [modified('AccountRoot', { Account: ALICE, ...after }, { Sequence: 1, ...before }), ...more] },
  ).authority;
const signers = (...accounts: string[]) =>
  accounts.map((Account, index) => ({ SignerEntry: { Account, SignerWeight: index + 1 } }));
const list = (SignerQuorum: number, ...accounts: string[]) => ({ SignerQuorum, SignerEntries: signers(...accounts) });

describe('the change of authority over an XRP account', () => {
  it('is a regular key with the key before and after', () => {
    const change = { kind: 'regular_key_set', subject: ALICE };
    expect(changes('SetRegularKey', {}, { RegularKey: BOB })).toEqual([{ ...change, before: null, after: BOB }]);
    expect(changes('SetRegularKey', { RegularKey: BOB }, { RegularKey: MAKER })).toEqual([
      { ...change, before: BOB, after: MAKER },
    ]);
    expect(changes('SetRegularKey', { RegularKey: BOB }, {})).toEqual([{ ...change, before: BOB, after: null }]);
  });

  it('is a disabled or an enabled master key, but no other flag of the account', () => {
    const change = { kind: 'master_key_disabled', subject: ALICE };
    expect(changes('AccountSet', { Flags: 0 }, { Flags: DISABLED })).toEqual([
      { ...change, before: 'false', after: 'true' },
    ]);
    expect(changes('AccountSet', { Flags: DISABLED | 1 }, { Flags: 1 })).toEqual([
      { ...change, before: 'true', after: 'false' },
    ]);
    expect(changes('AccountSet', { Flags: DISABLED }, { Flags: DISABLED | 1 })).toBeUndefined();
    expect(changes('AccountSet', {}, { Flags: DISABLED })).toBeUndefined();
  });

  it('is a new, a replaced or a deleted list of signers, with the quorum and the weights', () => {
    const change = { kind: 'signer_list_set', subject: ALICE };
    const two = `{"quorum":2,"signers":{"${BOB}":1,"${MAKER}":2}}`;
    const one = `{"quorum":1,"signers":{"${GATE}":1}}`;
    const entry = (kind: string, fields: object) => ({ [kind]: { LedgerEntryType: 'SignerList', ...fields } });
    const made = entry('CreatedNode', { NewFields: list(2, BOB, MAKER) });
    expect(changes('SignerListSet', {}, {}, [made])).toEqual([{ ...change, before: null, after: two }]);
    const replaced = entry('ModifiedNode', { FinalFields: list(1, GATE), PreviousFields: list(2, BOB, MAKER) });
    expect(changes('SignerListSet', {}, {}, [replaced])).toEqual([{ ...change, before: two, after: one }]);
    const quorum = entry('ModifiedNode', { FinalFields: list(2, BOB, MAKER), PreviousFields: { SignerQuorum: 3 } });
    expect(changes('SignerListSet', {}, {}, [quorum])).toEqual([
      { ...change, before: two.replace('2', '3'), after: two },
    ]);
    const deleted = entry('DeletedNode', { FinalFields: list(1, GATE) });
    expect(changes('SignerListSet', {}, {}, [deleted])).toEqual([{ ...change, before: one, after: null }]);
    const same = entry('ModifiedNode', { FinalFields: list(1, GATE), PreviousFields: {} });
    expect(changes('SignerListSet', {}, {}, [same])).toBeUndefined();
  });

  it('is the end of the account when the account is deleted, for the account alone', () => {
    const deleted = decode({ TransactionType: 'AccountDelete', Destination: BOB });
    const closed = { kind: 'account_closed', subject: ALICE, before: null, after: null };
    expect(deleted.authority).toEqual([closed]);
    expect(viewOf(deleted, ALICE, () => false).authority).toEqual([closed]);
    expect(viewOf(deleted, BOB, () => false).authority).toEqual([]);
  });

  it.each(['SetRegularKey', 'AccountDelete', 'AccountSet', 'SignerListSet'])(
    'does not exist when a %s failed',
    (TransactionType) => {
      const nodes = [modified('AccountRoot', { Account: ALICE, Flags: DISABLED }, { Flags: 0 })];
      expect(decode({ TransactionType }, { result: 'tecNO_ALTERNATIVE_KEY', nodes }).authority).toBeUndefined();
    },
  );

  it.each([
    ['AccountDelete', 'tx/039-ex-AccountDelete-AccountDelete.json', 'account_closed'],
    ['SignerListSet that failed', 'tx-unverified/099-ex-SignerListSet-SignerListSet.json', null],
  ])('is read from the recorded %s', (_what, file, kind) => {
    const recorded = truths.find((each) => each.file === file);
    if (recorded === undefined) throw new Error(`no recording ${file}`);
    const { tx_json, meta } = answerOf(recorded);
    const { authority } = decodeTransaction(chainOf('xrp'), { hash, fields: tx_json, meta }, ledger);
    expect(authority?.map((each) => each.kind) ?? null).toEqual(kind === null ? null : [kind]);
  });
});

describe('an XRP transaction with several signers', () => {
  const Signers = [BOB, MAKER].map((Account) => ({ Signer: { Account, SigningPubKey: '', TxnSignature: '' } }));
  const nodes = [account(ALICE, '20', '5'), account(GATE, '1', '6')];

  it('touches each signer, who sees a call', () => {
    const paid = decode({ Destination: GATE, Amount: '5', Signers }, { nodes });
    expect(paid.signers).toEqual([BOB, MAKER]);
    expect([BOB, MAKER].every((each) => isTouched(paid, each))).toBe(true);
    expect(viewOf(paid, BOB, () => false)).toMatchObject({ txType: 'contract_call', transfers: [], tokenAmount: '0' });
  });

  it('touches the delegate that signs for the account, also when the transaction failed', () => {
    const failed = decode({ Destination: GATE, Delegate: BOB }, { result: 'tecPATH_DRY' });
    expect(isTouched(failed, BOB)).toBe(true);
  });
});
