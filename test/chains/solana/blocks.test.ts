import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { chainOf } from '../../../lib/chains/registry.ts';
import { SolanaTransaction } from '../../../lib/chains/solana/schema.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { decodeTransaction } from '../../../lib/chains/solana/solana-decode.ts';
import { keysOf } from '../../../lib/chains/solana/transaction-message.ts';
import { blockIn, decodedIn } from './recorded.ts';
import { changesIn, changesOf } from './sums.ts';

const solana = chainOf('solana');
const DEVNET = 'blocks/devnet-270893658.base64.json';
const MAINNET = 'blocks/mainnet-100000000-subset.json.json';
const PARSED = 'blocks/mainnet-100000000-subset.jsonParsed.json';
const BLOCKS = [
  { file: DEVNET, slot: 270_893_658, votes: 11 },
  { file: MAINNET, slot: 100_000_000, votes: 6 },
  { file: PARSED, slot: 100_000_000, votes: 6 },
];

/** The transactions of a block as `getTransaction` would answer them, by hash. */
function transactionsOf(file: string, slot: number): Map<string, SolanaTransaction> {
  const block = blockIn(file);
  const each = block.transactions.map((raw) => SolanaTransaction.parse({ slot, blockTime: block.blockTime, ...raw }));
  return new Map(each.map((transaction) => [transaction.transaction.signatures[0] ?? '', transaction]));
}

const decimalsIn = ({ meta }: SolanaTransaction) => {
  const balances = [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])];
  const decimals = new Map(balances.map(({ mint, uiTokenAmount }) => [mint, uiTokenAmount.decimals]));
  return (asset: string) => (asset === 'native' ? 9 : (decimals.get(asset) ?? 0));
};

describe('decodeBlock, on recorded Solana blocks,', () => {
  const count = { matched: 0, known: 0, transactions: 0 };
  afterAll(() => {
    process.stdout.write(
      `Balance changes in recorded Solana blocks matched: ${count.matched} of ${count.known}, ` +
        `in ${count.transactions} transactions\n`,
    );
  });

  it.each(BLOCKS)('reads every transaction of $file except the votes, in order', async ({ file, slot, votes }) => {
    const block = await decodedIn(decodeBlock(solana, blockIn(file), slot));
    const hashes = [...transactionsOf(file, slot).keys()];
    expect(block.undecoded).toEqual([]);
    expect(block.transactions).toHaveLength(hashes.length - votes);
    const decodedHashes = block.transactions.map(({ hash }) => hash);
    expect(decodedHashes).toEqual(hashes.filter((hash) => decodedHashes.includes(hash)));
    expect(block.transactions.every(({ blockNumber }) => blockNumber === slot)).toBe(true);
  });

  it('reads the place of a block in its chain', () => {
    expect(decodeBlock(solana, blockIn(DEVNET), 270_893_658)).toMatchObject({
      height: 270_893_658,
      hash: '5VAKe1YDgfuJ2wsFEVtDAu9unRyvfDkB21Zn6Bfv9KW4',
      parentHash: '9KfRY5iEqUTQfqoyUyDNefvCNANTohJvAXdLQPbfVeb4',
      parentHeight: 270_893_657,
      timestamp: '2024-01-07T17:23:18.000Z',
    });
  });

  it.each(BLOCKS)('gives movements of $file that equal the changes of balances exactly', async ({ file, slot }) => {
    const recorded = transactionsOf(file, slot);
    for (const decoded of (await decodedIn(decodeBlock(solana, blockIn(file), slot))).transactions) {
      const raw = recorded.get(decoded.hash);
      if (raw === undefined) throw new Error(`${decoded.hash} was not recorded`);
      const known = changesIn(keysOf(raw.transaction, raw.meta), raw);
      const actual = changesOf(decoded, decimalsIn(raw));
      count.transactions += 1;
      for (const [key, change] of known) {
        count.known += 1;
        expect([decoded.hash, key, actual.get(key)]).toEqual([decoded.hash, key, change]);
        count.matched += 1;
      }
      expect([...actual.keys()].filter((key) => !known.has(key))).toEqual([]);
    }
  });

  it.each(BLOCKS)('decodes each transaction of $file as a lookup does', async ({ file, slot }) => {
    const recorded = transactionsOf(file, slot);
    for (const decoded of (await decodedIn(decodeBlock(solana, blockIn(file), slot))).transactions) {
      const raw = recorded.get(decoded.hash);
      expect(raw && decodeTransaction(solana, raw)).toEqual(decoded);
    }
  });

  it('reads the same payments from both encodings of a block', async () => {
    const payments = async (file: string) => {
      const { transactions } = await decodedIn(decodeBlock(solana, blockIn(file), 100_000_000));
      return transactions.map(({ hash, fromAddress }) => [hash, fromAddress]);
    };
    expect(await payments(PARSED)).toEqual(await payments(MAINNET));
  });

  it('names the account of a token as its holder when an old block states no owner', async () => {
    const { transactions } = await decodedIn(decodeBlock(solana, blockIn(MAINNET), 100_000_000));
    expect(transactions.flatMap(({ movements }) => movements).find(({ standard }) => standard === 'SPL')).toMatchObject(
      {
        tokenAddress: 'z3dn17yLaGMKffVogeFHQ9zWVcXgqgf3PQnDsNs2g6M',
        amount: '1242',
      },
    );
  });
});

const Raw = z.looseObject({
  transaction: z.looseObject({
    signatures: z.array(z.string()),
    message: z.looseObject({ accountKeys: z.array(z.string()) }),
  }),
  meta: z.looseObject({}),
});
type Raw = z.output<typeof Raw>;

describe('a Solana transaction that cannot be decoded', () => {
  /** The block with its last transaction, a transfer, changed. */
  async function withLast(change: (raw: Raw) => unknown) {
    const block = blockIn(DEVNET);
    const last = Raw.parse(block.transactions.at(-1));
    const changed = { ...block, transactions: [...block.transactions.slice(0, -1), change(last)] };
    const scanned = decodeBlock(solana, changed, 270_893_658);
    return { last, parties: scanned.transactions.at(-1)?.parties, decoded: await decodedIn(scanned) };
  }

  it.each<[string, (raw: Raw) => unknown, RegExp]>([
    ['a fee that is no amount', (raw) => ({ ...raw, meta: { ...raw.meta, fee: '1e9' } }), /^fee: /],
    ['no balances', (raw) => ({ ...raw, meta: { ...raw.meta, preBalances: [] } }), /balances/],
    [
      'a balance that was rounded',
      (raw) => ({ ...raw, meta: { ...raw.meta, postBalances: [2 ** 60] } }),
      /^postBalances/,
    ],
    ['no result', (raw) => ({ ...raw, meta: null }), /expected object/],
    [
      'instructions that point nowhere',
      (raw) => ({
        ...raw,
        transaction: {
          ...raw.transaction,
          message: { ...raw.transaction.message, instructions: [{ programIdIndex: 99, accounts: [], data: '' }] },
        },
      }),
      /names address/,
    ],
  ])(
    'becomes a record of its known fields and does not affect other transactions: %s',
    async (_what, change, reason) => {
      const { last, decoded, parties } = await withLast(change);
      const [hash] = last.transaction.signatures;
      expect(decoded.undecoded).toEqual([{ hash, reason: expect.stringMatching(reason) }]);
      expect(decoded.transactions).toHaveLength(46);
      expect(decoded.transactions.at(-1)).toMatchObject({
        hash,
        blockNumber: 270_893_658,
        blockTimestamp: '2024-01-07T17:23:18.000Z',
        fromAddress: last.transaction.message.accountKeys[0],
        movements: [],
      });
      // The parties include the payer, so its watchers get an alert.
      expect(parties).toContain(last.transaction.message.accountKeys[0]);
    },
  );

  it('is recorded even when its message has an unknown shape', async () => {
    const { decoded } = await withLast((raw) => ({ ...raw, transaction: { ...raw.transaction, message: 'new' } }));
    expect(decoded.transactions.at(-1)).toMatchObject({ fromAddress: '', movements: [] });
    expect(decoded.undecoded).toHaveLength(1);
  });
});

describe('an answer that is no Solana block', () => {
  const block = blockIn(MAINNET);
  it.each([
    ['nothing', null],
    ['an answer without transactions', { ...block, transactions: undefined }],
    ['a transaction without a signature', { ...block, transactions: [{ transaction: { signatures: [] }, meta: {} }] }],
    ['a block without a time', { ...block, blockTime: null }],
    ['a block whose parent comes after it', { ...block, parentSlot: 100_000_000 }],
  ])('is refused as a whole: %s', (_what, raw) => {
    expect(() => decodeBlock(solana, raw, 100_000_000)).toThrow();
  });
});
