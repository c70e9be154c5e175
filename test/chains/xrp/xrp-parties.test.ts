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
    process.stdout.write(`Parties of recorded XRP transactions: ${count.parties}, of whom ${count.named} are named\n`);
  });
  /** @returns whom the decoded transaction names although they are no parties of it. */
  const strangers = (names: readonly string[], known: readonly string[]) => {
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
      expect(strangers(namesIn(transaction), block.transactions[n]?.parties ?? [])).toEqual([]);
    }
  });

  it.each(truths)('include every account that the decoded transaction names, in $file', (recorded) => {
    const { tx_json, meta } = answerOf(recorded);
    const raw = { hash: recorded.hash, fields: tx_json, meta };
    const known = partiesOf(raw);
    expect(strangers(namesIn(decodeTransaction(chainOf('xrp'), raw, ledger)), known)).toEqual([]);
    // The expected addresses come from independent code.
    expect(
      strangers(
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
    ['whose XRP changed', [BOB], [account(BOB, '1', '2')]],
    ['whose account was opened', [BOB], [created('AccountRoot', { Account: BOB, Balance: '5' })]],
    ['at both ends of a trust line', [MAKER, GATE], [line(MAKER, '1', '2')]],
    ['at both ends of a trust line that a payment opened', [BOB, GATE], [opened('5')]],
    ['who hold a token, and its issuer', [BOB, GATE], [holding(BOB, { MPTAmount: '1' }, { MPTAmount: '2' })]],
    ['who may have held none of it before', [BOB, GATE], [holding(BOB, {}, { MPTAmount: '2' })]],
  ])('include the accounts %s', (_what, accounts, nodes) => {
    expect(parties({}, nodes)).toEqual([ALICE, ACCOUNT_ZERO, ...accounts]);
  });

  it.each<[string, unknown]>([
    [
      'an account that changed in something else',
      modified('AccountRoot', { Account: BOB, Balance: '1' }, { Flags: 0 }),
    ],
    ['an account that was only linked to', { ModifiedNode: { LedgerEntryType: 'AccountRoot', LedgerIndex: '00' } }],
    [
      'a trust line with another limit',
      modified('RippleState', { Balance: usd('1'), ...limits }, { LowLimit: usd('1') }),
    ],
    ['a trust line that was opened with nothing on it', opened('0')],
    ['the owner of an offer', modified('Offer', { Account: MAKER, TakerGets: '1' }, { TakerGets: '2' })],
    ['the issuer of a token of which nobody holds more or less', issuance({ Flags: 0 }, '15')],
    ['a holder of a token that does not exist', holding(BOB, {}, { MPTokenIssuanceID: 'none', Account: undefined })],
    ['an entry that is none', 'none'],
    ['an entry without a kind', {}],
  ])('leave out %s', (_what, node) => {
    expect(parties({}, [node])).toEqual([ALICE, ACCOUNT_ZERO]);
  });

  it('include its sender, its destination and the payer of its fee', () => {
    expect(parties({ Destination: BOB, Delegate: MAKER })).toEqual([ALICE, BOB, MAKER, ACCOUNT_ZERO]);
  });

  it('are only its sender and its destination when it failed', () => {
    expect(parties({ Destination: BOB }, [account(MAKER, '1', '2')], 'tecPATH_DRY')).toEqual([ALICE, BOB]);
  });

  it('are empty when no field is known', () => {
    for (const nothing of [null, undefined, 'none', {}]) {
      expect(partiesOf({ hash: '', fields: nothing, meta: nothing })).toEqual([]);
    }
  });
});
