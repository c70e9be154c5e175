import { afterAll, describe, expect, it } from '@jest/globals';
import Big from 'big.js';
import fc from 'fast-check';
import type { TransactionMetadata } from 'xrpl';
import { getBalanceChanges } from 'xrpl/dist/npm/utils/index.js';
import * as z from 'zod';
import type { DecodedTransaction } from '../../../lib/chains/chain.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { ACCOUNT_ZERO } from '../../../lib/chains/xrp/asset.ts';
import { decodeBlock, decodeTransaction } from '../../../lib/chains/xrp/decode.ts';
import { transactionAnswer } from '../../../lib/chains/xrp/schema.ts';
import { answerOf, ledgers, truths } from './recorded.ts';
import { type BalanceChange, compared } from './sums.ts';

const xrp = chainOf('xrp');
const drops = (amount: string) => BigInt(new Big(amount).times(1e6).toFixed());

/** A ledger as archived, as far as the tests look into it themselves. */
const Archived = z.object({
  ledger: z.object({
    ledger_index: z.string(),
    total_coins: z.string().transform(BigInt),
    transactions: z.array(
      z.looseObject({
        hash: z.string(),
        Destination: z.string().optional(),
        metaData: z.custom<TransactionMetadata>((meta) => typeof meta === 'object'),
      }),
    ),
  }),
});
type Archived = z.output<typeof Archived>['ledger']['transactions'][number];

const recorded = ledgers.map(({ file, raw }) => {
  const { ledger } = Archived.parse(raw);
  return {
    file,
    raw,
    ledger,
    block: decodeBlock(xrp, raw),
    metas: new Map(ledger.transactions.map((each) => [each.hash, each])),
  };
});

/** The balance changes of a transaction by the SDK of the ledger, which reads them without asking what was paid to whom. */
const changesOf = ({ metaData }: Archived): { account: string; balances: BalanceChange[] }[] =>
  getBalanceChanges(metaData);

/**
 * Whether an account's balance is one that a payment may round: the destination's, which keeps 16 digits of what was
 * delivered, or the issuer's, who owes the difference.
 */
const isRounded = ({ kind, toAddress, movements }: DecodedTransaction, account: string): boolean =>
  kind === 'transfer' && (account === toAddress || movements.some(({ tokenAddress }) => tokenAddress === account));

describe('decoding recorded ledgers', () => {
  const count = { matched: 0, known: 0, rounded: [] as string[] };
  afterAll(() => {
    const { matched, known, rounded } = count;
    const rows = rounded.map((miss) => `  missed ${miss}, for the destination's balance was rounded to 16 digits`);
    const all = `Balance changes in recorded ledgers matched: ${matched} of ${known}`;
    process.stdout.write(`${[all, ...rows].join('\n')}\n`);
  });

  it.each(recorded)('decodes every transaction of $file, in the order of the ledger', ({ ledger, block, metas }) => {
    expect(block.undecoded).toEqual([]);
    expect(block.height).toBe(Number(ledger.ledger_index));
    expect(block.transactions).toHaveLength(ledger.transactions.length);
    const indexes = block.transactions.map(({ hash }) => metas.get(hash)?.metaData.TransactionIndex);
    expect(indexes).toEqual([...indexes.keys()]);
  });

  it.each(recorded)('moves what the balances of $file changed by, to the last digit', ({ block, metas }) => {
    for (const decoded of block.transactions) {
      const raw = metas.get(decoded.hash);
      if (raw === undefined) throw new Error(`${decoded.hash} was not recorded`);
      for (const { account, balances } of changesOf(raw)) {
        for (const { asset, known, told } of compared(decoded, account, balances)) {
          count.known += 1;
          const rounded = isRounded(decoded, account) && new Big(known).minus(told).abs().lt('1e-11');
          if (known === told) count.matched += 1;
          else if (rounded) count.rounded.push(`${decoded.hash}: ${told} ${asset} to ${account} for ${known}`);
          else throw new Error(`${decoded.hash}: ${told} ${asset} to ${account} for ${known}`);
        }
      }
    }
  });

  it('moves nothing to or from an account whose balances did not change', () => {
    const strangers = recorded.flatMap(({ block, metas }) =>
      block.transactions.flatMap((decoded) => {
        const raw = metas.get(decoded.hash);
        const changed = new Set(raw && changesOf(raw).map(({ account }) => account)).add(ACCOUNT_ZERO);
        return decoded.movements.flatMap(({ from, to }) => [from, to]).filter((account) => !changed.has(account));
      }),
    );
    expect(strangers).toEqual([]);
  });

  it('charges as fees what each ledger destroyed of all XRP', () => {
    const consecutive = recorded.flatMap((after) => {
      const before = recorded.find(({ block }) => block.hash === after.block.parentHash);
      return before ? [{ before, after }] : [];
    });
    expect(consecutive.length).toBeGreaterThan(10);
    for (const { before, after } of consecutive) {
      expect(after.block.parentHeight).toBe(before.block.height);
      const fees = after.block.transactions.reduce((sum, { feeAmount }) => sum + drops(feeAmount), 0n);
      expect(fees).toBe(before.ledger.total_coins - after.ledger.total_coins);
    }
  });

  it('decodes a transaction like a look-up does', () => {
    const inLedgers = new Map(recorded.flatMap(({ block }) => block.transactions.map((each) => [each.hash, each])));
    const both = truths.filter(({ hash }) => inLedgers.has(hash));
    expect(both.length).toBeGreaterThan(3);
    for (const truth of both) {
      const found = transactionAnswer(truth.hash).parse(answerOf(truth));
      const lookedUp: DecodedTransaction | null = found && decodeTransaction(xrp, found.raw, found.ledger);
      expect(inLedgers.get(truth.hash)).toEqual(lookedUp);
    }
  });
});

/** Replaces one value somewhere in a tree, chosen by numbers. */
function damaged(tree: unknown, path: readonly number[], by: unknown): unknown {
  const [at, ...rest] = path;
  if (at === undefined || typeof tree !== 'object' || tree === null) return by;
  const keys = Object.keys(tree);
  const key = keys[at % keys.length];
  if (key === undefined) return by;
  const entries = Object.entries(tree).map(([each, value]): [string, unknown] => [
    each,
    each === key ? damaged(value, rest, by) : value,
  ]);
  return Array.isArray(tree) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

describe('a ledger with something unexpected in it', () => {
  const ledger = (transactions: unknown, more: object = {}) => ({
    ledger: {
      ledger_index: 7,
      ledger_hash: 'AB'.repeat(32),
      parent_hash: 'CD'.repeat(32),
      close_time: 0,
      transactions,
    },
    ...more,
  });
  const hash = 'EF'.repeat(32);

  it('keeps a record of what is known of a transaction that cannot be decoded', () => {
    const odd = { Account: 'rAlice', Destination: 'rBob', TransactionType: 'Payment', Fee: 12, hash, metaData: 'none' };
    const block = decodeBlock(xrp, ledger([odd]));
    expect(block.transactions).toEqual([
      {
        chain: 'xrp',
        hash,
        blockNumber: 7,
        blockTimestamp: '2000-01-01T00:00:00.000Z',
        status: 'success',
        fromAddress: 'rAlice',
        toAddress: 'rBob',
        kind: 'contract_call',
        methodName: 'Payment',
        methodSelector: null,
        gasPriceGwei: null,
        feeAmount: '0',
        movements: [],
      },
    ]);
    expect(block.undecoded).toEqual([{ hash, reason: expect.stringContaining('Fee') }]);
  });

  it('says that it failed when that is known', () => {
    const meta = { TransactionResult: 'tecNEW', AffectedNodes: 'none' };
    expect(decodeBlock(xrp, ledger([{ hash, tx_json: null, meta }])).transactions).toMatchObject([
      { status: 'failed', fromAddress: '', toAddress: null, methodName: null },
    ]);
  });

  it('never stops at a transaction, whatever is in it', () => {
    const busy = recorded.find(({ file }) => file === '11119611.json');
    const whole = busy?.ledger.transactions ?? [];
    expect(whole.length).toBeGreaterThan(40);
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), fc.jsonValue(), (n, path, by) => {
        const at = n % whole.length;
        const transactions = whole.map((each, index) => {
          const broken = damaged(each, path, by);
          return index === at && typeof broken === 'object' ? { ...broken, hash: each.hash } : each;
        });
        const block = decodeBlock(xrp, ledger(transactions));
        expect(block.transactions.map((each) => each.hash).sort()).toEqual(whole.map((each) => each.hash).sort());
      }),
    );
  });

  it.each([
    ['nothing', null],
    ['an error', { error: 'lgrNotFound', status: 'error' }],
    ['a ledger without transactions', ledger(undefined)],
    ['transactions by hash alone', ledger([hash])],
    ['a transaction without a hash', ledger([{ tx_json: {}, meta: {} }])],
    ['a ledger that is not validated', ledger([], { validated: false })],
  ])('takes %s for no ledger', (_what, raw) => {
    expect(() => decodeBlock(xrp, raw)).toThrow(z.ZodError);
  });
});
