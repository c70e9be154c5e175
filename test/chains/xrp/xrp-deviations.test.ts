import { describe, expect, it } from '@jest/globals';
import Big from 'big.js';
import fc from 'fast-check';
import * as z from 'zod';
import type { DecodedTransaction } from '../../../lib/chains/port/chain.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import {
  type Asset,
  decimalsOf,
  describe as describeAsset,
  issued,
  issuedUnits,
  mpt,
  XRP,
} from '../../../lib/chains/xrp/asset.ts';
import { Fields, Meta } from '../../../lib/chains/xrp/schema.ts';
import { balancesOf, roundingOf } from '../../../lib/chains/xrp/xrp-balances.ts';
import { blockOf } from '../../../lib/chains/xrp/xrp-block.ts';
import { decodeTransaction } from '../../../lib/chains/xrp/xrp-decode.ts';
import { deviationsIn } from '../../../lib/chains/xrp/xrp-deviations.ts';
import { movementOf } from '../../../lib/chains/xrp/xrp-movements.ts';
import { endsOf } from '../../../lib/transactions/view.ts';
import { toUnits } from '../../../lib/values/decimal.ts';
import { hasDataBeside, readBeside } from '../../support/data-beside.ts';
import { ALICE, account, BOB, decode, GATE, hash, holding, ledger, line, MAKER, TOKEN, usd } from './built.ts';
import { answerOf, blockIn, decodeAll, ledgers, truths } from './recorded.ts';

const xrp = chainOf('xrp');

/** A payment that redeems one currency and issues another: one movement, whose debts are not compared. */
const TURNED = 'tx/008-js-paymentTokenRedeemThenIssue.json';

const BESIDE = hasDataBeside ? ['AccountDeleteWithDestinationTag.json', 'DelegateSet.json'] : [];
const Beside = z.object({ tx: z.unknown(), meta: z.unknown() });

const single = [
  ...truths.map((each) => {
    const { tx_json: fields, meta } = answerOf(each);
    return { name: each.file, fields, meta };
  }),
  ...BESIDE.map((name) => {
    const { tx: fields, meta } = Beside.parse(readBeside(`xrpl-authority/${name}`));
    return { name, fields, meta };
  }),
].map((each) => ({ ...each, decoded: decodeTransaction(xrp, { ...each, hash }, ledger) }));
const inLedgers = (await Promise.all(ledgers.map(async ({ raw, height }) => decodeAll(blockIn(raw, height))))).flat();

const deviates = ({ deviations = [] }: DecodedTransaction) => deviations.length > 0;

describe('the deviations of recorded XRP transactions', () => {
  it('are none, except in the transactions that this test names', () => {
    const found = [
      ...single.filter(({ decoded }) => deviates(decoded)).map(({ name }) => name),
      ...inLedgers.filter(({ transaction }) => deviates(transaction)).map(({ transaction }) => transaction.hash),
    ];
    expect(single.length).toBe(66 + BESIDE.length);
    expect(inLedgers.length).toBe(370);
    expect(found).toEqual([]);
  });

  it('show each movement that is missing, at each end whose balance the metadata state', () => {
    let missing = 0;
    for (const { name, fields, meta, decoded } of single) {
      if (name === TURNED) continue;
      const { Account, Delegate, Fee } = Fields.parse(fields);
      const paid = { payer: Delegate ?? Account, fee: BigInt(Fee) };
      const balances = balancesOf(Meta.parse(meta).AffectedNodes, paid);
      for (const movement of decoded.movements) {
        // The remainder of a rounding, which the issuer takes, is itself below the rounding.
        const isStated = (owner: string) =>
          balances.holdings.some((stated) => {
            const { asset, account } = stated;
            const { asset: code, tokenAddress } = describeAsset(xrp, asset);
            return (
              account === owner &&
              code === movement.asset &&
              tokenAddress === movement.tokenAddress &&
              toUnits(movement.amount, decimalsOf(asset)) >= roundingOf(stated)
            );
          });
        const others = decoded.movements.filter((each) => each !== movement);
        const found = deviationsIn(xrp, balances, others).map(({ address, expected, actual }) => [
          address,
          new Big(actual).cmp(expected),
        ]);
        const { from, to } = movement;
        const ends = [[from, -1] as const, [to, 1] as const].filter(
          ([end]) => from !== to && endsOf(movement).includes(end) && isStated(end),
        );
        expect([name, found]).toEqual([name, expect.arrayContaining(ends)]);
        expect(found).toHaveLength(ends.length);
        missing += 1;
      }
    }
    expect(missing).toBeGreaterThan(50);
  });
});

describe('a deviation of an XRP transaction', () => {
  const FAILED = 'tecPATH_DRY';

  it('does not exist when a failed transaction costs the sender or the delegate its fee alone', () => {
    const own = decode({ Destination: BOB }, { result: FAILED, nodes: [account(ALICE, '100', '90')] });
    const delegated = decode(
      { Destination: BOB, Delegate: MAKER },
      { result: FAILED, nodes: [account(MAKER, '100', '90'), account(ALICE, '5', '5')] },
    );
    expect([own, delegated].map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(own).not.toHaveProperty('deviations');
    expect(delegated).not.toHaveProperty('deviations');
  });

  it('exists where a failed transaction changes another balance', () => {
    const nodes = [
      account(ALICE, '100', '80'),
      line(BOB, '1', '3.5'),
      holding(MAKER, { MPTAmount: '7' }, { MPTAmount: '2' }),
    ];
    expect(decode({ Destination: BOB }, { result: FAILED, nodes }).deviations).toEqual([
      { address: ALICE, asset: 'XRP', tokenAddress: null, expected: '0.00009', actual: '0.00008' },
      { address: BOB, asset: 'USD', tokenAddress: GATE, expected: '1', actual: '3.5' },
      { address: MAKER, asset: TOKEN, tokenAddress: TOKEN, expected: '7', actual: '2' },
    ]);
  });

  it('does not exist for the issuer of a currency, which owes the currency and holds none', () => {
    const failed = decode({}, { result: FAILED, nodes: [line(ALICE, '5', '4')] });
    expect(failed.deviations?.map(({ address }) => address)).toEqual([ALICE]);
  });

  it('states the balance of a multi-purpose token that the entry leaves out because it was zero', () => {
    const nodes = [holding(ALICE, { MPTAmount: '10' }, { MPTAmount: '2' }), holding(BOB, {}, { MPTAmount: '8' })];
    expect(decode({}, { result: FAILED, nodes }).deviations).toEqual([
      { address: ALICE, asset: TOKEN, tokenAddress: TOKEN, expected: '10', actual: '2' },
      { address: BOB, asset: TOKEN, tokenAddress: TOKEN, expected: '0', actual: '8' },
    ]);
  });

  it('never exists when a payment succeeds, for any balances and any delivered amount', () => {
    const drops = fc.tuple(fc.nat(), fc.nat()).map((both) => both.map(String));
    const value = fc.record({ mantissa: fc.nat(9_999_999), exponent: fc.integer({ min: -12, max: 6 }) });
    const amount = value.map(({ mantissa, exponent }) => `${mantissa}e${exponent}`);
    const lineOf = (holder: string) => fc.tuple(amount, amount).map(([was, now]) => line(holder, was, now));
    const asset = fc.constantFrom(GATE, ALICE, BOB);
    const given = fc.record({
      accounts: fc.tuple(drops, drops, drops),
      lines: fc.tuple(lineOf(ALICE), lineOf(BOB), lineOf(MAKER)),
      delivered: fc.oneof(
        fc.nat().map(String),
        fc.tuple(amount, asset).map(([each, issuer]) => usd(each, issuer)),
      ),
    });
    fc.assert(
      fc.property(given, ({ accounts, lines, delivered }) => {
        const roots = [ALICE, BOB, MAKER].map((each, n) =>
          account(each, accounts[n]?.[0] ?? '', accounts[n]?.[1] ?? ''),
        );
        const meta = { delivered_amount: delivered };
        const payment = { Destination: BOB, Amount: delivered };
        expect(decode(payment, { nodes: [...roots, ...lines], meta })).not.toHaveProperty('deviations');
      }),
    );
  });

  it('is left out of a block when the caller names other addresses', async () => {
    const fields = { Account: ALICE, TransactionType: 'Payment', Fee: '10' };
    const nodes = [account(ALICE, '100', '80'), account(BOB, '1', '2')];
    const meta = { TransactionResult: FAILED, AffectedNodes: nodes };
    const header = { ...ledger, hash, parentHash: hash, parentHeight: 6 };
    const [only] = blockOf(xrp, { ...header, transactions: [{ hash, fields, meta }] }).transactions;
    const found = async (of?: ReadonlySet<string>) =>
      (await only?.decode(new AbortController().signal, of))?.transaction.deviations;
    expect(await found()).toHaveLength(2);
    expect(await found(new Set([BOB]))).toMatchObject([{ address: BOB }]);
    expect(await found(new Set([MAKER]))).toBeUndefined();
  });
});

describe('the rounding of an XRP balance', () => {
  const USD = issued('USD', GATE);
  /** The deviations of a holder with this balance before and after, when ALICE paid the amount. */
  const deviations = (asset: Asset, before: bigint, after: bigint, units: bigint) => {
    const balances = {
      changes: [],
      holdings: [{ asset, account: BOB, before, after }],
      paid: { payer: ALICE, fee: 0n },
    };
    return deviationsIn(xrp, balances, [movementOf(xrp, { asset, units, from: ALICE, to: BOB })]);
  };
  const [before, after] = [issuedUnits('6031.000000000001'), issuedUnits('6047.000000000001')];
  const digit = issuedUnits('1e-12');

  it('is no deviation below the last of the 16 digits of the balance', () => {
    expect(deviations(USD, before, after, after - before + digit - 1n)).toEqual([]);
    expect(deviations(USD, before, after, after - before - digit + 1n)).toEqual([]);
  });

  it('is a deviation from this digit on', () => {
    expect(deviations(USD, before, after, after - before + digit)).toEqual([
      {
        address: BOB,
        asset: 'USD',
        tokenAddress: GATE,
        expected: '6047.000000000002',
        actual: '6047.000000000001',
      },
    ]);
    expect(deviations(USD, before, after, after - before - digit)).toHaveLength(1);
  });

  it('follows the greater of the balances before and after', () => {
    expect(deviations(USD, 0n, after, after + digit - 1n)).toEqual([]);
    const [small, great] = [issuedUnits('9.999999999999999'), issuedUnits('10')];
    const added = great - small + issuedUnits('9e-15');
    expect(deviations(USD, small, great, added)).toEqual([]);
  });

  it('does not exist for XRP and multi-purpose tokens, whose balances are integers of more than 16 digits', () => {
    const most = 10n ** 17n;
    expect(deviations(XRP, most, most, 1n)).toMatchObject([
      { expected: '100000000000.000001', actual: '100000000000' },
    ]);
    expect(deviations(mpt(TOKEN), most, most, 1n)).toHaveLength(1);
  });
});
