import { describe, expect, it } from '@jest/globals';
import { AbiCoder, getAddress, id, toBeHex, zeroPadValue } from 'ethers';
import * as z from 'zod';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import type { KeptToken, ReaderOptions } from '../../../lib/chains/port/family.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { quiet } from '../../support/quiet.ts';
import { nodes, nodeWith, recordedBlocks } from './recorded.ts';

quiet();
const { signal } = new AbortController();

const [recorded] = recordedBlocks.filter(({ file }) => file === 'ethereum_mainnet-13998626.json');
if (recorded === undefined) throw new Error('the test needs the recording of block 13998626');
const { height, receipts } = recorded;
const whole = nodeWith(recorded);

const ALICE = `0x${'a1'.repeat(20)}`;
const BOB = `0x${'b0'.repeat(20)}`;
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';
const REAL = getAddress(`0x${'ee'.repeat(20)}`);
const WRAPPED = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const token = (n: number) => toBeHex(n + 1, 20);
const topic = (address: string) => zeroPadValue(address, 32);
const encode = (...values: [string, unknown][]) =>
  AbiCoder.defaultAbiCoder().encode(
    values.map(([type]) => type),
    values.map(([, value]) => value),
  );

const transfer = (address: string) => ({
  address,
  topics: [id('Transfer(address,address,uint256)'), topic(BOB), topic(ALICE)],
  data: encode(['uint256', 7_000_000n]),
});
const lockdown = (address: string) => ({
  address: PERMIT2,
  topics: [id('Lockdown(address,address,address)'), topic(BOB)],
  data: encode(['address', address], ['address', ALICE]),
});
const grant = (address: string) => ({
  address: PERMIT2,
  topics: [id('Approval(address,address,address,uint160,uint48)'), ...[BOB, address, ALICE].map(topic)],
  data: encode(['uint160', 7_000_000n], ['uint48', 0n]),
});
const many = (count: number, log: (address: string) => object, from = 0) =>
  Array.from({ length: count }, (_, n) => log(token(from + n)));

const Called = z.tuple([z.object({ to: z.string().transform(getAddress) })]).rest(z.unknown());

/** Decodes transactions with these logs, which all name Alice. No address has code unless it is the real token. */
async function decoded(transactions: object[][], options: ReaderOptions = {}) {
  const answered = receipts.map((each, n) => ({ ...each, status: '0x1', logs: transactions[n] ?? [] }));
  const asked: string[] = [];
  const { urls } = nodes({
    ...whole,
    eth_getBlockReceipts: () => answered,
    eth_getCode: () => '0x',
    eth_call: (...params) => {
      const [{ to }] = Called.parse(params);
      asked.push(to);
      return to === REAL || to === WRAPPED ? whole.eth_call?.(...params) : '0x';
    },
  });
  const reader = evmReader(chainOf('ethereum'), urls, options);
  const block = await reader.block(height, signal);
  const found = [];
  for (const { decode } of block.transactions.slice(0, transactions.length)) {
    found.push((await decode(signal, new Set([ALICE]))).transaction);
  }
  return { found, asked: new Set(asked) };
}

/** A cache that knows these tokens. */
const cacheOf = (known: Record<string, KeptToken>) => ({
  get: async (address: string) => known[address] ?? null,
  put: async () => undefined,
});
const usdc = { symbol: 'USDC', decimals: 6, seconds: 60 };

describe('a transaction that names thousands of tokens', () => {
  it('asks nodes about 20 tokens of revocations', async () => {
    const { found, asked } = await decoded([many(3_000, lockdown)]);
    expect(found[0]?.approvals).toHaveLength(3_000);
    expect(asked.size).toBe(20);
  });

  it('still names the token of a revocation that the cache knows', async () => {
    const tokens = cacheOf({ [REAL]: usdc });
    const { found } = await decoded([[lockdown(REAL)]], { tokens });
    expect(found[0]?.approvals).toMatchObject([{ asset: 'USDC', amount: '0', approved: false }]);
  });

  it('asks about 200 tokens of grants within ten seconds, in all transactions together', async () => {
    const clock = { now: 0 };
    const { asked } = await decoded([many(150, grant), many(3_000, grant, 150)], { now: () => clock.now });
    expect(asked.size).toBe(200);
    const later = await decoded([many(150, grant), many(150, grant, 150)], { now: () => (clock.now += 10_000) });
    expect(later.asked.size).toBe(300);
  });

  it('asks about every token that logged something, so that fakes push out no token that moved', async () => {
    const { found, asked } = await decoded([[...many(600, transfer), transfer(REAL)]]);
    expect(asked.size).toBe(601);
    expect(found[0]?.movements.at(-1)).toMatchObject({ tokenAddress: REAL, amount: '7' });
  });

  it.each<[string, string, ReaderOptions]>([
    ['that the cache knows', REAL, { tokens: cacheOf({ [REAL]: usdc }) }],
    ['of a well-known issuer', REAL, { listedSymbol: (address) => (address === REAL ? 'USDC' : null) }],
    ['that is the wrapped coin', WRAPPED, {}],
  ])('still has the amount of a token %s, behind all others', async (_what, address, options) => {
    const logs = [...many(300, grant), ...many(300, transfer, 300), transfer(address)];
    const { found } = await decoded([logs], options);
    expect(found[0]?.movements.find(({ tokenAddress }) => tokenAddress === address)).toMatchObject({ amount: '7' });
  });

  it('has the amount of an unknown token that moved behind 300 approvals', async () => {
    const approval = (address: string) => ({
      address,
      topics: [id('Approval(address,address,uint256)'), topic(BOB), topic(ALICE)],
      data: encode(['uint256', 1n]),
    });
    const { found } = await decoded([[...many(300, approval), transfer(REAL)]]);
    expect(found[0]?.movements).toContainEqual(expect.objectContaining({ tokenAddress: REAL, amount: '7' }));
  });
});
