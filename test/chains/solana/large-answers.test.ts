import { describe, expect, it } from '@jest/globals';
import { SYSTEM } from '../../../lib/chains/solana/programs.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { ALICE, AT_ALICE, address, answer, type Given, solana, tokens, transfer } from './answers.ts';
import { decodedIn } from './recorded.ts';

const many = (count: number) => Array.from({ length: count }, (_, n) => n);
const KEYS = [ALICE, AT_ALICE, SYSTEM];
const instruction = { programIdIndex: 2, accounts: [0, 1], data: transfer(1n) };

/** The decoded transaction of a block of a node, and its parties. */
async function blockOf(given: Partial<Given>) {
  const whole = { keys: KEYS, instructions: [instruction], before: [9_000, 1, 1], after: [3_999, 2, 1], ...given };
  const transactions = [answer(whole)];
  const block = { blockhash: 'b', previousBlockhash: 'a', parentSlot: 8, blockTime: 1_700_000_000, transactions };
  const decoded = decodeBlock(solana, block, 10);
  return { ...(await decodedIn(decoded)), parties: decoded.transactions.flatMap(({ parties }) => parties) };
}
const keys = (count: number) => ({
  keys: [ALICE, ...many(count - 1).map((n) => address(n % 250))],
  instructions: [],
  before: many(count).map(() => 9_000),
  after: many(count).map((n) => (n === 0 ? 4_000 : 9_000)),
});
const inner = (count: number) => ({
  meta: { innerInstructions: [{ index: 0, instructions: many(count).map(() => instruction) }] },
});
const balances = (count: number) => ({ meta: { preTokenBalances: many(count).map(() => tokens(1, ALICE, 1n)) } });

describe('a transaction of a lying node', () => {
  it.each([
    ['accounts', keys(256), keys(257)],
    ['instructions', inner(2_047), inner(2_048)],
    ['token balances', balances(256), balances(257)],
  ])('is read with as many %s as a transaction may have, and not with more', async (_what, most, more) => {
    expect((await blockOf(most)).undecoded).toEqual([]);
    const { undecoded, parties } = await blockOf(more);
    expect(undecoded).toHaveLength(1);
    expect(parties).toContain(ALICE);
  });
});
