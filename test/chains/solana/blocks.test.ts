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

/** The transactions of a recorded block by hash, in the form in which `getTransaction` answers a transaction. */
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

  it.each(BLOCKS)(
    'reads every transaction of $file except the votes, in the order of the block',
    async ({ file, slot, votes }) => {
      const block = await decodedIn(decodeBlock(solana, blockIn(file), slot));
      const hashes = [...transactionsOf(file, slot).keys()];
      expect(block.undecoded).toEqual([]);
      expect(block.transactions).toHaveLength(hashes.length - votes);
      const decodedHashes = block.transactions.map(({ hash }) => hash);
      expect(decodedHashes).toEqual(hashes.filter((hash) => decodedHashes.includes(hash)));
      expect(block.transactions.every(({ blockNumber }) => blockNumber === slot)).toBe(true);
    },
  );

  it('reads the slot, the hash, the parent and the time of a block', () => {
    expect(decodeBlock(solana, blockIn(DEVNET), 270_893_658)).toMatchObject({
      height: 270_893_658,
      hash: '5VAKe1YDgfuJ2wsFEVtDAu9unRyvfDkB21Zn6Bfv9KW4',
      parentHash: '9KfRY5iEqUTQfqoyUyDNefvCNANTohJvAXdLQPbfVeb4',
      parentHeight: 270_893_657,
      timestamp: '2024-01-07T17:23:18.000Z',
    });
  });

  it.each(BLOCKS)('decodes movements of $file that sum to the exact changes of balances', async ({ file, slot }) => {
    const recorded = transactionsOf(file, slot);
    for (const decoded of (await decodedIn(decodeBlock(solana, blockIn(file), slot))).transactions) {
      const raw = recorded.get(decoded.hash);
      if (raw === undefined) throw new Error(`the recording has no transaction ${decoded.hash}`);
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

  it('reads the same transactions and senders from both encodings of a block', async () => {
    const hashesAndSenders = async (file: string) => {
      const { transactions } = await decodedIn(decodeBlock(solana, blockIn(file), 100_000_000));
      return transactions.map(({ hash, fromAddress }) => [hash, fromAddress]);
    };
    expect(await hashesAndSenders(PARSED)).toEqual(await hashesAndSenders(MAINNET));
  });

  it('decodes a movement of a token from an old block that states no owners', async () => {
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

describe('a Solana transaction that the decoder cannot decode', () => {
  /** Decodes the block after `change` has replaced the last transaction, which is a transfer. */
  async function withLast(change: (raw: Raw) => unknown) {
    const block = blockIn(DEVNET);
    const last = Raw.parse(block.transactions.at(-1));
    const changed = { ...block, transactions: [...block.transactions.slice(0, -1), change(last)] };
    const scanned = decodeBlock(solana, changed, 270_893_658);
    return { last, parties: scanned.transactions.at(-1)?.parties, decoded: await decodedIn(scanned) };
  }

  it.each<[string, (raw: Raw) => unknown, RegExp]>([
    ['a fee that is not an amount', (raw) => ({ ...raw, meta: { ...raw.meta, fee: '1e9' } }), /^fee: /],
    ['no balances', (raw) => ({ ...raw, meta: { ...raw.meta, preBalances: [] } }), /balances/],
    ['a rounded balance', (raw) => ({ ...raw, meta: { ...raw.meta, postBalances: [2 ** 60] } }), /^postBalances/],
    ['no metadata', (raw) => ({ ...raw, meta: null }), /expected object/],
    [
      'an instruction of a program beyond the list of accounts',
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
    'becomes a record of its known fields when it has %s, and the other transactions are decoded',
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
      // The payer is a party, so the organisations that watch the payer get an alert.
      expect(parties).toContain(last.transaction.message.accountKeys[0]);
    },
  );

  it('becomes a record when its message has an unknown form', async () => {
    const { decoded } = await withLast((raw) => ({ ...raw, transaction: { ...raw.transaction, message: 'new' } }));
    expect(decoded.transactions.at(-1)).toMatchObject({ fromAddress: '', movements: [] });
    expect(decoded.undecoded).toHaveLength(1);
  });
});

describe('decodeBlock, on an answer that is not a Solana block,', () => {
  const block = blockIn(MAINNET);
  it.each([
    ['null', null],
    ['an answer without transactions', { ...block, transactions: undefined }],
    ['a transaction without a signature', { ...block, transactions: [{ transaction: { signatures: [] }, meta: {} }] }],
    ['a block without a time', { ...block, blockTime: null }],
    ['a block whose parent comes after it', { ...block, parentSlot: 100_000_000 }],
  ])('throws an error for %s', (_what, raw) => {
    expect(() => decodeBlock(solana, raw, 100_000_000)).toThrow();
  });
});
