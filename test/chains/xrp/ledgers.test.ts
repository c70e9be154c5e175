import { afterAll, describe, expect, it } from '@jest/globals';
import Big from 'big.js';
import fc from 'fast-check';
import type { TransactionMetadata } from 'xrpl';
import { getBalanceChanges } from 'xrpl/dist/npm/utils/index.js';
import * as z from 'zod';
import type { DecodedTransaction } from '../../../lib/chains/port/chain.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { ACCOUNT_ZERO } from '../../../lib/chains/xrp/asset.ts';
import { transactionAnswer } from '../../../lib/chains/xrp/schema.ts';
import { decodeTransaction } from '../../../lib/chains/xrp/xrp-decode.ts';
import { viewOf } from '../../../lib/transactions/view.ts';
import { answerOf, blockIn, decodeAll, ledgers, namesIn, truths } from './recorded.ts';
import { type BalanceChange, compared } from './sums.ts';

const xrp = chainOf('xrp');
const drops = (amount: string) => BigInt(new Big(amount).times(1e6).toFixed());

/** The fields of an archived ledger that these tests read. */
const Archived = z.object({
  ledger: z.looseObject({
    ledger_index: z.string(),
    total_coins: z.string().transform(BigInt),
    transactions: z.array(
      z.looseObject({
        hash: z.string(),
        TransactionType: z.string(),
        Account: z.string(),
        Destination: z.string().optional(),
        Amount: z.unknown().optional(),
        metaData: z.custom<TransactionMetadata>((meta) => typeof meta === 'object'),
      }),
    ),
  }),
});
type Archived = z.output<typeof Archived>['ledger']['transactions'][number];

const recorded = await Promise.all(
  ledgers.map(async ({ file, height, raw }) => {
    const { ledger } = Archived.parse(raw);
    const block = blockIn(raw, height);
    const decoded = await decodeAll(block);
    return {
      file,
      ledger,
      block,
      transactions: decoded.map(({ transaction }) => transaction),
      undecoded: decoded.filter(({ undecoded }) => undecoded !== null),
      metas: new Map(ledger.transactions.map((each) => [each.hash, each])),
    };
  }),
);

/**
 * The balance changes of a transaction according to xrpl.js. This code is independent of the decoder and reads no
 * payments.
 */
const changesOf = ({ metaData }: Archived): { account: string; balances: BalanceChange[] }[] =>
  getBalanceChanges(metaData);

/**
 * Whether a payment may round the balance of the account. The balance of the destination keeps 16 digits of the
 * delivered amount, and the issuer owes the difference.
 */
const isRounded = ({ kind, toAddress, movements }: DecodedTransaction, account: string): boolean =>
  kind === 'transfer' && (account === toAddress || movements.some(({ tokenAddress }) => tokenAddress === account));

describe('decodeTransaction, on recorded XRP ledgers,', () => {
  const count = { matched: 0, expected: 0, rounded: [] as string[] };
  afterAll(() => {
    const { matched, expected, rounded } = count;
    const rows = rounded.map((miss) => `  missed ${miss}; the ledger rounded the balance to 16 digits`);
    const all = `Balance changes in recorded ledgers matched: ${matched} of ${expected}`;
    process.stdout.write(`${[all, ...rows].join('\n')}\n`);
  });

  it.each(recorded)(
    'decodes every transaction of $file, in the order of the ledger',
    ({ ledger, block, transactions, undecoded, metas }) => {
      expect(undecoded).toEqual([]);
      expect(block.height).toBe(Number(ledger.ledger_index));
      expect(block.transactions).toHaveLength(ledger.transactions.length);
      expect(transactions.map(({ hash }) => hash)).toEqual(block.transactions.map(({ hash }) => hash));
      const indexes = transactions.map(({ hash }) => metas.get(hash)?.metaData.TransactionIndex);
      expect(indexes).toEqual([...indexes.keys()]);
    },
  );

  it.each(recorded)(
    'decodes movements of $file that sum to the changes of balances, except for rounding to 16 digits',
    ({ transactions, metas }) => {
      for (const decoded of transactions) {
        const raw = metas.get(decoded.hash);
        if (raw === undefined) throw new Error(`the recording has no transaction ${decoded.hash}`);
        for (const { account, balances } of changesOf(raw)) {
          for (const { asset, expected, actual } of compared(decoded, account, balances)) {
            count.expected += 1;
            const rounded = isRounded(decoded, account) && new Big(expected).minus(actual).abs().lt('1e-11');
            const mismatch = `${decoded.hash}: ${account} gained ${actual} ${asset}, expected ${expected}`;
            if (expected === actual) count.matched += 1;
            else if (rounded) count.rounded.push(mismatch);
            else throw new Error(mismatch);
          }
        }
      }
    },
  );

  it('shows in a lookup without a wallet what each payment delivered', () => {
    const Delivered = z.union([
      z.string().transform((inDrops) => new Big(inDrops).div(1e6).toFixed()),
      z.object({ value: z.string() }).transform(({ value }) => new Big(value).toFixed()),
    ]);
    const payments = recorded.flatMap(({ transactions, metas }) =>
      transactions.flatMap((decoded) => {
        const raw = metas.get(decoded.hash);
        return raw?.TransactionType === 'Payment' && decoded.status === 'success' ? [{ decoded, raw }] : [];
      }),
    );
    expect(payments.length).toBeGreaterThan(50);
    for (const { decoded, raw } of payments) {
      const { fromAddress, toAddress, tokenAmount } = viewOf(decoded, null, () => false);
      const delivered = Delivered.parse(Reflect.get(raw.metaData, 'DeliveredAmount') ?? raw.Amount);
      expect([decoded.hash, fromAddress, toAddress, tokenAmount]).toEqual([
        decoded.hash,
        raw.Account,
        raw.Destination,
        delivered,
      ]);
    }
  });

  it('decodes no movement to or from an account without a change of balance', () => {
    const unchanged = recorded.flatMap(({ transactions, metas }) =>
      transactions.flatMap((decoded) => {
        const raw = metas.get(decoded.hash);
        const changed = new Set(raw && changesOf(raw).map(({ account }) => account)).add(ACCOUNT_ZERO);
        return decoded.movements.flatMap(({ from, to }) => [from, to]).filter((account) => !changed.has(account));
      }),
    );
    expect(unchanged).toEqual([]);
  });

  it('decodes fees that sum to the XRP that each ledger destroyed', () => {
    const consecutive = recorded.flatMap((after) => {
      const before = recorded.find(({ block }) => block.hash === after.block.parentHash);
      return before ? [{ before, after }] : [];
    });
    expect(consecutive.length).toBeGreaterThan(10);
    for (const { before, after } of consecutive) {
      expect(after.block.parentHeight).toBe(before.block.height);
      const fees = after.transactions.reduce((sum, { feeAmount }) => sum + drops(feeAmount), 0n);
      expect(fees).toBe(before.ledger.total_coins - after.ledger.total_coins);
    }
  });

  it('decodes a transaction of a ledger as a lookup does', () => {
    const inLedgers = new Map(recorded.flatMap(({ transactions }) => transactions.map((each) => [each.hash, each])));
    const both = truths.filter(({ hash }) => inLedgers.has(hash));
    expect(both.length).toBeGreaterThan(3);
    for (const truth of both) {
      const found = transactionAnswer(truth.hash).parse(answerOf(truth));
      const lookedUp: DecodedTransaction | null = found && decodeTransaction(xrp, found.raw, found.ledger);
      expect(inLedgers.get(truth.hash)).toEqual(lookedUp);
    }
  });
});

/** Replaces a value of the tree with `by`. The numbers in `path` choose the value. */
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

describe('an XRP ledger with a malformed transaction', () => {
  const hash = 'EF'.repeat(32);
  const ledger = (transactions: unknown, more: object = {}) => ({
    validated: true,
    ledger: {
      ledger_index: 7,
      ledger_hash: 'AB'.repeat(32),
      parent_hash: 'CD'.repeat(32),
      close_time: 0,
      transaction_hash: '12'.repeat(32),
      transactions,
    },
    ...more,
  });
  const first = { TransactionIndex: 0 };

  it('keeps a record of the known fields of the transaction', async () => {
    const expected = { Account: 'rAlice', Destination: 'rBob', TransactionType: 'Payment', Fee: 12 };
    const decoded = await decodeAll(blockIn(ledger([{ ...expected, hash, metaData: first }]), 7));
    expect(decoded).toEqual([
      {
        transaction: {
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
        undecoded: expect.stringContaining('Fee'),
      },
    ]);
  });

  it('marks the record as failed when the result states a failure', async () => {
    const meta = { ...first, TransactionResult: 'tecNEW', AffectedNodes: 'none' };
    expect(await decodeAll(blockIn(ledger([{ hash, tx_json: null, meta }]), 7))).toMatchObject([
      { transaction: { status: 'failed', fromAddress: '', toAddress: null, methodName: null } },
    ]);
  });

  it('keeps every transaction and names all parties, for any damage to a transaction', async () => {
    const busy = recorded.find(({ file }) => file === '11119611.json');
    const whole = busy?.ledger.transactions ?? [];
    expect(whole.length).toBeGreaterThan(40);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        fc.jsonValue(),
        async (n, path, by) => {
          const at = n % whole.length;
          const transactions = whole.map((each, index) => {
            if (index !== at) return each;
            const broken = Object(damaged(each, path, by));
            const { TransactionIndex } = each.metaData;
            return { ...broken, hash: each.hash, metaData: { ...Object(broken.metaData), TransactionIndex } };
          });
          const block = blockIn(ledger(transactions), 7);
          expect(block.transactions.map((each) => each.hash).sort()).toEqual(whole.map((each) => each.hash).sort());
          const decoded = await decodeAll(block);
          decoded.forEach(({ transaction }, index) => {
            expect(block.transactions[index]?.parties).toEqual(expect.arrayContaining(namesIn(transaction)));
          });
        },
      ),
    );
  });
});

describe('an answer to the method ledger', () => {
  const { raw, height } = ledgers[0] ?? { raw: {}, height: 0 };
  const { ledger } = Archived.parse(raw);
  const [first, ...others] = ledger.transactions;
  const answer = (transactions: unknown, more: object = {}) => ({
    validated: true,
    ledger: { ...ledger, transactions, ...more },
  });
  const EMPTY = { transaction_hash: '0'.repeat(64) };

  it('is accepted when the ledger is complete or empty', () => {
    expect(() => blockIn(answer([first, ...others]), height)).not.toThrow();
    expect(blockIn(answer([], EMPTY), height).transactions).toEqual([]);
  });

  it.each([
    ['null', null],
    ['a ledger without a list of transactions', answer(undefined)],
    ['an empty list of transactions with the hash of another list', answer([])],
    ['a list of transactions with the hash of an empty list', answer([first, ...others], EMPTY)],
    ['hashes in place of transactions', answer(ledger.transactions.map(({ hash }) => hash))],
    ['a transaction without a hash', answer([{ tx_json: {}, meta: {} }, ...others])],
    ['a transaction without its metadata', answer([{ ...first, metaData: undefined }, ...others])],
    ['a transaction with metadata in binary', answer([{ ...first, metaData: '201C00000001' }, ...others])],
    [
      'a ledger that lacks a transaction',
      answer(ledger.transactions.filter(({ metaData }) => metaData.TransactionIndex !== 7)),
    ],
    ['a ledger with a transaction twice', answer([others[0], ...others])],
    ['a transaction of another ledger', answer([{ ...first, ledger_hash: 'AB'.repeat(32) }, ...others])],
    ['another ledger', answer([first, ...others], { ledger_index: height + 1 })],
    ['a ledger that is not validated', { ...answer([first, ...others]), validated: false }],
    ['a ledger without the field validated', { ...answer([first, ...others]), validated: undefined }],
  ])('is refused for %s', (_what, raw) => {
    expect(() => blockIn(raw, height)).toThrow(z.ZodError);
  });

  it('is refused with the name of the error when a server answers an error', () => {
    const refusal = { error: 'lgrNotFound', status: 'error' };
    expect(() => blockIn(refusal, height)).toThrow('the server answers lgrNotFound');
  });
});
