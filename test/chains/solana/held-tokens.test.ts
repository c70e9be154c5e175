import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { AnswerTooLargeError, ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { heldTokenReader } from '../../../lib/chains/solana/held-tokens.ts';
import { TOKEN, TOKEN_2022 } from '../../../lib/chains/solana/programs.ts';
import { solanaRpc } from '../../../lib/chains/solana/solana-rpc.ts';
import { decodeBase58 } from '../../../lib/values/base58.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes } from '../../support/rpc-nodes.ts';
import { address } from './answers.ts';

quiet();
const { node, answering } = rpcNodes();

const [ALICE, BOB, MINT] = [address(1), address(2), address(4)];
const { signal } = new AbortController();
const AT = { height: 1_000, hash: address(9), parentHash: address(8) };
const GREATEST = 2n ** 64n - 1n;

interface Stated {
  readonly amount?: bigint;
  readonly mint?: string;
  readonly owner?: string;
  readonly program?: string;
  readonly pubkey?: string;
  readonly bytes?: number;
}

/** A token account as nodes state it. */
function account({
  amount = 0n,
  mint = MINT,
  owner = ALICE,
  program = TOKEN,
  pubkey = address(50),
  bytes = 72,
}: Stated) {
  const end = Buffer.alloc(8);
  end.writeBigUInt64LE(amount);
  const [first, second] = [mint, owner].map((key) => decodeBase58(key) ?? Buffer.alloc(0));
  const data = Buffer.concat([first ?? end, second ?? end, end]).subarray(0, bytes);
  return { pubkey, account: { owner: program, data: [data.toString('base64'), 'base64'] } };
}
const stated = (slot: number, ...value: unknown[]) => ({ result: { context: { slot }, value }, id: 1 });
const WHOLE = stated(
  1_032,
  account({ amount: 7_500_000n }),
  account({ amount: 2_500_000n, pubkey: address(51), program: TOKEN_2022 }),
);
const EXPECTED = { height: 1_032, amount: '10', asset: 'USDC' };

const held = (urls: readonly string[], decimals: number | null = 6, symbol: string | null = 'USDC') =>
  heldTokenReader(solanaRpc('solana', urls), { infoOf: async () => ({ symbol, decimals }) })(
    { owner: ALICE, tokenAddress: MINT },
    AT,
    signal,
  );

describe('what an owner holds of a token of Solana', () => {
  it('is the sum of the accounts of the mint, at the slot that the answer states', async () => {
    expect(await held([(await answering(WHOLE)).url])).toEqual(EXPECTED);
  });

  it('is asked from final blocks that are not below the block asked for, with the first bytes alone', async () => {
    let requestBody: unknown;
    const { url } = await node(async (request, response) => {
      requestBody = JSON.parse(await text(request));
      response.end(JSON.stringify(WHOLE));
    });
    await held([url]);
    const dataSlice = { offset: 0, length: 72 };
    expect(requestBody).toMatchObject({
      method: 'getTokenAccountsByOwner',
      params: [
        ALICE,
        { mint: MINT },
        { commitment: 'finalized', minContextSlot: 1_000, encoding: 'base64', dataSlice },
      ],
    });
  });

  it('is 0 without an account', async () => {
    expect(await held([(await answering(stated(1_000))).url])).toEqual({ height: 1_000, amount: '0', asset: 'USDC' });
  });

  it('is exact beyond what a number holds', async () => {
    const all = [account({ amount: GREATEST }), account({ amount: GREATEST, pubkey: address(51) })];
    expect(await held([(await answering(stated(1_032, ...all))).url], 0, null)).toEqual({
      ...{ height: 1_032, asset: MINT },
      amount: String(2n * GREATEST),
    });
  });

  it('counts the smallest unit of a mint that states more digits than amounts have', async () => {
    const { url } = await answering(stated(1_032, account({ amount: 7n })));
    expect(await held([url], 255)).toMatchObject({ amount: '7' });
  });

  it('counts an account that a node repeats once', async () => {
    const repeated = account({ amount: 5_000_000n });
    expect(await held([(await answering(stated(1_032, repeated, repeated))).url])).toMatchObject({ amount: '5' });
  });

  it('is nothing at an address that is no mint, without a request', async () => {
    const { url, requests } = await answering(WHOLE);
    expect(await held([url], null)).toBeNull();
    expect(requests).toBe(0);
  });

  it.each<[string, unknown]>([
    ['answers for an earlier slot', stated(999, account({}))],
    ['answers about another mint', stated(1_032, account({ mint: address(60) }))],
    ['answers about another owner', stated(1_032, account({ owner: BOB }))],
    ['states an account of another program', stated(1_032, account({ program: address(61) }))],
    ['states too few bytes', stated(1_032, account({ bytes: 71 }))],
    ['states no accounts', { result: { context: { slot: 1_032 } }, id: 1 }],
    ['does not know the slot yet', { error: { code: -32016, message: 'Minimum context slot' }, id: 1 }],
  ])('is read from the next node when a node %s', async (_what, answer) => {
    const [bad, good] = [await answering(answer), await answering(WHOLE)];
    expect(await held([bad.url, good.url])).toEqual(EXPECTED);
    expect(bad.requests).toBe(1);
    await expect(held([bad.url])).rejects.toThrow(ChainUnavailableError);
  });

  it('is unknown while strangers have opened more accounts than an answer may hold', async () => {
    const many = `{"id":1,"result":{"context":{"slot":1032},"value":[${'[],'.repeat(6_000_000)}[]]}}`;
    const { url } = await answering(many);
    await expect(held([url])).rejects.toThrow(AnswerTooLargeError);
  });
});
