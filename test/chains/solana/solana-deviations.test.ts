import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import type { DecodedTransaction } from '../../../lib/chains/port/chain.ts';
import { executed } from '../../../lib/chains/solana/executed.ts';
import { SYSTEM } from '../../../lib/chains/solana/programs.ts';
import { balancesOf } from '../../../lib/chains/solana/solana-balances.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { decodeTransaction } from '../../../lib/chains/solana/solana-decode.ts';
import { deviationsIn } from '../../../lib/chains/solana/solana-deviations.ts';
import { allCalls, keysOf, outerCalls } from '../../../lib/chains/solana/transaction-message.ts';
import { hasDataBeside, readBeside } from '../../support/data-beside.ts';
import { ALICE, AT_ALICE, answer, BOB, CAROL, decoded, MINT, solana, tokens, transfer } from './answers.ts';
import { blockIn, decodedIn, filesIn, transactionIn } from './recorded.ts';
import { rawOf } from './sums.ts';

/** The recorded transactions with deviations, by file or by signature, each with the reason. All others have none. */
const REMAINING: Readonly<Record<string, string>> = {};

const BLOCKS: readonly (readonly [file: string, slot: number])[] = [
  ['blocks/devnet-270893658.base64.json', 270_893_658],
  ['blocks/mainnet-100000000-subset.json.json', 100_000_000],
  ['blocks/mainnet-100000000-subset.jsonParsed.json', 100_000_000],
];
/** Full-size blocks, which are present only where the shared data lie beside the repository. */
const FULL_SIZE = hasDataBeside ? [110_130_000, 110_360_000] : [];
const FULL_SIZE_TRANSACTIONS = 1_925;

const Answer = z.object({ result: z.unknown() });
const blocks = await Promise.all([
  ...BLOCKS.map(([file, slot]) => decodedIn(decodeBlock(solana, blockIn(file), slot))),
  ...FULL_SIZE.map((slot) => {
    const { result } = Answer.parse(readBeside(`solana-blocks/mainnet-${slot}.json.gz`));
    return decodedIn(decodeBlock(solana, { ...z.looseObject({}).parse(result), rewards: [] }, slot));
  }),
]);
const files = [...filesIn('tx'), ...filesIn('synthetic-surfpool')];

const deviatingIn = (transactions: readonly (readonly [name: string, decoded: DecodedTransaction])[]) =>
  transactions.filter(([, { deviations = [] }]) => deviations.length > 0).map(([name]) => name);

describe('the deviations of recorded Solana transactions', () => {
  it('are none, except in the transactions that this test names', () => {
    const single = files.map((file) => [file, decodeTransaction(solana, transactionIn(file))] as const);
    const inBlocks = blocks.flatMap(({ transactions }) => transactions.map((each) => [each.hash, each] as const));
    expect(single.length).toBe(65);
    expect(inBlocks.length).toBe(54 + (hasDataBeside ? FULL_SIZE_TRANSACTIONS : 0));
    expect(deviatingIn([...single, ...inBlocks])).toEqual(Object.keys(REMAINING));
  });

  it('show each movement that is missing, at each end whose balance it changes, with its amount', () => {
    let missing = 0;
    for (const file of files) {
      const { transaction, meta } = transactionIn(file);
      const keys = keysOf(transaction, meta);
      const { accounts } = executed(keys, meta, allCalls(outerCalls(transaction, keys), meta, keys));
      const balances = balancesOf(keys, meta, accounts);
      const { movements } = decodeTransaction(solana, transactionIn(file));
      for (const movement of movements) {
        const { from, to, amount, tokenAddress, seenBy } = movement;
        const decimals = balances.tokens.get(tokenAddress ?? '')?.decimals ?? 9;
        const isOwner = (end: string) => from !== to && end !== tokenAddress && end !== SYSTEM;
        const others = movements.filter((each) => each !== movement);
        const found = deviationsIn(solana, balances, others).map((each) => [
          each.address,
          each.tokenAddress,
          rawOf(each.actual, decimals) - rawOf(each.expected, decimals),
        ]);
        const raw = rawOf(amount, decimals);
        const ends = [
          ...(seenBy !== 'receiver' && isOwner(from) ? [[from, tokenAddress, -raw]] : []),
          ...(seenBy !== 'sender' && isOwner(to) ? [[to, tokenAddress, raw]] : []),
        ];
        expect([file, found]).toEqual([file, expect.arrayContaining(ends)]);
        expect(found).toHaveLength(ends.length);
        missing += 1;
      }
    }
    expect(missing).toBeGreaterThan(190);
  });
});

describe('a deviation of a Solana transaction', () => {
  const FAILED = { err: { InstructionError: [0, 'Custom'] } };
  /** A failed payment after which two accounts have these lamports. */
  const failedPayment = (...after: number[]) => ({
    keys: [ALICE, BOB, SYSTEM],
    instructions: [{ programIdIndex: 2, accounts: [0, 1], data: transfer(1_000n) }],
    before: [1_000_000, 500, 1],
    after: [...after, 1],
    meta: FAILED,
  });

  it('does not exist when a failed transaction costs its fee alone', () => {
    const failed = decoded(failedPayment(995_000, 500));
    expect(failed).toMatchObject({ status: 'failed', movements: [] });
    expect(failed).not.toHaveProperty('deviations');
  });

  it('exists where a failed transaction changes another balance', () => {
    expect(decoded(failedPayment(994_000, 1_500)).deviations).toEqual([
      { address: ALICE, asset: 'SOL', tokenAddress: null, expected: '0.000995', actual: '0.000994' },
      { address: BOB, asset: 'SOL', tokenAddress: null, expected: '0.0000005', actual: '0.0000015' },
    ]);
  });

  it('states the tokens of an owner in all accounts that the transaction names', () => {
    const failed = decoded({
      keys: [ALICE, AT_ALICE, BOB],
      instructions: [],
      before: [1_000_000, 2_039_280, 2_039_280],
      after: [995_000, 2_039_280, 2_039_280],
      meta: {
        ...FAILED,
        preTokenBalances: [tokens(1, ALICE, 150n), tokens(2, ALICE, 25n)],
        postTokenBalances: [tokens(1, ALICE, 100n), tokens(2, ALICE, 25n)],
      },
    });
    expect(failed.deviations).toEqual([
      { address: ALICE, asset: MINT, tokenAddress: MINT, expected: '1.75', actual: '1.25' },
    ]);
  });

  it('does not exist where surfpool still lists the tokens of a closed account', () => {
    const { deviations, movements } = decodeTransaction(solana, transactionIn('tx/08-ex-surfpool-multi-transfer.json'));
    expect(movements.length).toBeGreaterThan(0);
    expect(deviations).toBeUndefined();
  });

  it('is exact beyond 2^53 lamports', () => {
    const most = '9007199254740993';
    const failed = decoded({
      keys: [ALICE],
      instructions: [],
      before: [most],
      after: ['9007199254735992'],
      meta: FAILED,
    });
    expect(failed.deviations).toMatchObject([{ expected: '9007199.254735993', actual: '9007199.254735992' }]);
  });

  it('is left out of a block when the caller names other addresses', async () => {
    const block = {
      ...{ blockhash: 'this', previousBlockhash: 'parent', parentSlot: 9, blockTime: 1_700_000_000 },
      transactions: [answer(failedPayment(994_000, 1_500))],
    };
    const [only] = decodeBlock(solana, block, 10).transactions;
    const found = async (of?: ReadonlySet<string>) =>
      (await only?.decode(new AbortController().signal, of))?.transaction.deviations;
    const owner = (address = '') => new Set([address]);
    expect(await found()).toHaveLength(2);
    expect(await found(owner(BOB))).toMatchObject([{ address: BOB }]);
    expect(await found(owner(CAROL))).toBeUndefined();
  });
});
