import { afterAll, describe, expect, it } from '@jest/globals';
import { chainOf } from '../../../lib/chains/registry.ts';
import { ACCOUNT_ZERO } from '../../../lib/chains/xrp/asset.ts';
import { decodeTransaction } from '../../../lib/chains/xrp/xrp-decode.ts';
import { partiesOf } from '../../../lib/chains/xrp/xrp-parties.ts';
import {
  ALICE,
  account,
  BOB,
  GATE,
  holding,
  issuance,
  ledger,
  line,
  MAKER,
  modified,
  type Node,
  usd,
} from './built.ts';
import { answerOf, blockIn, decodeAll, ledgers, namesIn, truths } from './recorded.ts';

const created = (LedgerEntryType: string, NewFields: Node) => ({ CreatedNode: { LedgerEntryType, NewFields } });
const parties = (fields: Node, nodes: readonly unknown[] = [], TransactionResult = 'tesSUCCESS') =>
  partiesOf({ hash: '', fields: { Account: ALICE, ...fields }, meta: { TransactionResult, AffectedNodes: nodes } });

describe('the parties of a recorded XRP transaction', () => {
  const count = { named: 0, parties: 0 };
  afterAll(() => {
    process.stdout.write(
      `Parties of recorded XRP transactions: ${count.parties}, of which the decoded transactions name ${count.named}\n`,
    );
  });
  /** Counts the names and the parties. @returns the names that are not among the parties. */
  const missingFrom = (names: readonly string[], known: readonly string[]) => {
    count.named += new Set(names).size;
    count.parties += known.length;
    expect(new Set(known).size).toBe(known.length);
    return names.filter((name) => !known.includes(name));
  };

  it.each(ledgers)('include every account that the decoded transaction names, in $file', async ({ raw, height }) => {
    const block = blockIn(raw, height);
    const decoded = await decodeAll(block);
    expect(decoded.length).toBeGreaterThan(0);
    for (const [n, { transaction }] of decoded.entries()) {
      expect(missingFrom(namesIn(transaction), block.transactions[n]?.parties ?? [])).toEqual([]);
    }
  });

  it.each(truths)('include every account that the decoded transaction names, in $file', (recorded) => {
    const { tx_json, meta } = answerOf(recorded);
    const raw = { hash: recorded.hash, fields: tx_json, meta };
    const known = partiesOf(raw);
    expect(missingFrom(namesIn(decodeTransaction(chainOf('xrp'), raw, ledger)), known)).toEqual([]);
    // Independent code wrote the accounts in the expected facts.
    expect(
      missingFrom(
        recorded.truth.balanceChanges.map((change) => change.account),
        known,
      ),
    ).toEqual([]);
  });
});

describe('the parties of an XRP transaction', () => {
  const limits = { LowLimit: usd('7', BOB), HighLimit: usd('0') };
  const opened = (value: string) => created('RippleState', { Balance: usd(value), ...limits });

  it.each<[string, string[], unknown[]]>([
    ['an account whose XRP changed', [BOB], [account(BOB, '1', '2')]],
    ['a new account', [BOB], [created('AccountRoot', { Account: BOB, Balance: '5' })]],
    ['both accounts of a trust line', [MAKER, GATE], [line(MAKER, '1', '2')]],
    ['both accounts of a trust line that a payment opened', [BOB, GATE], [opened('5')]],
    ['the holder and the issuer of a token', [BOB, GATE], [holding(BOB, { MPTAmount: '1' }, { MPTAmount: '2' })]],
    [
      'the holder and the issuer of a token when no previous amount is stated',
      [BOB, GATE],
      [holding(BOB, {}, { MPTAmount: '2' })],
    ],
  ])('include %s', (_what, accounts, nodes) => {
    expect(parties({}, nodes)).toEqual([ALICE, ACCOUNT_ZERO, ...accounts]);
  });

  it.each<[string, unknown]>([
    ['an account whose balance did not change', modified('AccountRoot', { Account: BOB, Balance: '1' }, { Flags: 0 })],
    ['an account whose entry has no fields', { ModifiedNode: { LedgerEntryType: 'AccountRoot', LedgerIndex: '00' } }],
    [
      'the accounts of a trust line with a new limit only',
      modified('RippleState', { Balance: usd('1'), ...limits }, { LowLimit: usd('1') }),
    ],
    ['the accounts of a new trust line with a zero balance', opened('0')],
    ['the owner of an offer', modified('Offer', { Account: MAKER, TakerGets: '1' }, { TakerGets: '2' })],
    ['the issuer of a token when no holding changed', issuance({ Flags: 0 }, '15')],
    [
      'a holding with a malformed token id and without an account',
      holding(BOB, {}, { MPTokenIssuanceID: 'none', Account: undefined }),
    ],
    ['a text in place of an entry', 'none'],
    ['an entry without a kind', {}],
  ])('leave out %s', (_what, node) => {
    expect(parties({}, [node])).toEqual([ALICE, ACCOUNT_ZERO]);
  });

  it('include its sender, its destination and the payer of its fee', () => {
    expect(parties({ Destination: BOB, Delegate: MAKER })).toEqual([ALICE, BOB, MAKER, ACCOUNT_ZERO]);
  });

  it('are only its sender, its destination and its signers when the transaction failed', () => {
    const failed = (fields: Node) =>
      parties({ Destination: BOB, ...fields }, [account(MAKER, '1', '2')], 'tecPATH_DRY');
    expect(failed({})).toEqual([ALICE, BOB]);
    expect(failed({ Signers: [{ Signer: { Account: GATE } }, { Signer: null }, 'none'] })).toEqual([ALICE, BOB, GATE]);
  });

  it('are empty when the transaction has no known field', () => {
    for (const nothing of [null, undefined, 'none', {}]) {
      expect(partiesOf({ hash: '', fields: nothing, meta: nothing })).toEqual([]);
    }
  });
});
