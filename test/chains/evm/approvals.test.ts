import { describe, expect, it } from '@jest/globals';
import { AbiCoder, formatUnits, id, zeroPadValue } from 'ethers';
import { approvalOf, tokenApprovals } from '../../../lib/chains/evm/approvals.ts';
import type { TokenInfo } from '../../../lib/chains/port/family.ts';
import { normalise } from '../../../lib/values/decimal.ts';
import { type Event, recordedApprovals, recordedAuthority, recordedEventBlocks } from './recorded-events.ts';

const NOBODY = `0x${'0'.repeat(40)}`;
/** 2026-01-31, the time of a block. */
const AT = 1_769_850_000n;

/** Every token has six decimals and the symbol TKN. */
const anyToken = { get: (): TokenInfo => ({ symbol: 'TKN', decimals: 6 }) };
const decodedOf = (logs: Parameters<typeof tokenApprovals>[0]) =>
  tokenApprovals(logs).map((approval) => approvalOf(approval, new Map([[approval.tokenAddress, anyToken.get()]]), AT));

/** Applications write 2^48 - 1 for never. */
const isoOf = (seconds: number): string | null =>
  seconds === 2 ** 48 - 1 ? null : new Date(seconds * 1000).toISOString();

/** The approval that an event means, from the facts of the source. */
function meantBy({ event, contract, ...facts }: Event) {
  const { owner, spender = facts.operator } = facts;
  const common = { asset: 'TKN', owner, spender };
  if (event.startsWith('Permit2.')) {
    const expiresAt = isoOf(Number(facts.expiration) || Number(AT));
    return { ...common, ...amountOf(facts.raw), standard: 'Permit2', tokenAddress: facts.token, expiresAt };
  }
  const token = { ...common, tokenAddress: contract, expiresAt: null };
  if (facts.standard === 'ERC-721') {
    const { tokenId } = facts;
    return { ...token, standard: 'ERC-721', tokenId, amount: null, unlimited: false, approved: spender !== NOBODY };
  }
  return { ...token, ...amountOf(facts.raw), standard: 'ERC-20' };
}

const amountOf = (raw: unknown) => ({
  tokenId: null,
  amount: normalise(formatUnits(String(raw), 6)),
  unlimited: BigInt(String(raw)) >= 2n ** 128n,
  approved: raw !== '0',
});

describe('the approvals of recorded transactions', () => {
  it.each([...recordedApprovals, ...recordedAuthority])('are those of $name', ({ logs, approvals }) => {
    expect(decodedOf(logs)).toEqual(approvals.map(meantBy));
  });

  it.each(recordedEventBlocks)('are those of the block $file', ({ transactions }) => {
    const decoded = transactions.map(({ name, logs }) => [name, decodedOf(logs)]);
    expect(decoded).toEqual(transactions.map(({ name, approvals }) => [name, approvals.map(meantBy)]));
    expect(transactions.flatMap(({ approvals }) => approvals).length).toBeGreaterThanOrEqual(30);
  });
});

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const MAX = 2n ** 256n - 1n;
const topic = (address: string) => zeroPadValue(address.toLowerCase(), 32);
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
const encode = (types: string[], values: unknown[]) => AbiCoder.defaultAbiCoder().encode(types, values);
const log = (topics: string[], data = '0x', address = TOKEN) => ({ address, topics, data });

const APPROVAL = id('Approval(address,address,uint256)');
const FOR_ALL = id('ApprovalForAll(address,address,bool)');
const ends = [topic(ALICE), topic(BOB)];
const parties = { owner: ALICE, spender: BOB, asset: 'TKN', tokenAddress: TOKEN };

describe('an approval of an ERC-20 token', () => {
  it.each([
    [1_500_000n, { amount: '1.5', unlimited: false, approved: true }],
    [2n ** 128n - 1n, { unlimited: false, approved: true }],
    [2n ** 128n, { unlimited: true, approved: true }],
    [MAX, { amount: `${String(MAX).slice(0, -6)}.${String(MAX).slice(-6)}`, unlimited: true, approved: true }],
    [0n, { amount: '0', unlimited: false, approved: false }],
  ])('of %s units is exact', (raw, meant) => {
    const [approval] = decodedOf([log([APPROVAL, ...ends], word(raw))]);
    expect(approval).toMatchObject({ ...parties, standard: 'ERC-20', tokenId: null, expiresAt: null, ...meant });
  });

  it('without known decimals counts the smallest units', () => {
    const [approval] = tokenApprovals([log([APPROVAL, ...ends], word(5n))]);
    expect(approval && approvalOf(approval, new Map(), AT)).toMatchObject({ asset: TOKEN, amount: '5' });
  });
});

describe('an approval of tokens with ids', () => {
  it('names one token, and the zero address as spender revokes', () => {
    const approval = { ...parties, standard: 'ERC-721', tokenId: '7', amount: null, unlimited: false, expiresAt: null };
    expect(decodedOf([log([APPROVAL, ...ends, word(7n)])])).toEqual([{ ...approval, approved: true }]);
    expect(decodedOf([log([APPROVAL, topic(ALICE), topic(NOBODY), word(7n)])])).toEqual([
      { ...approval, spender: NOBODY, approved: false },
    ]);
  });

  it.each([true, false])('for all tokens is unlimited while it is approved: %s', (approved) => {
    expect(decodedOf([log([FOR_ALL, ...ends], word(approved ? 1n : 0n))])).toEqual([
      {
        ...parties,
        standard: 'ERC-721',
        tokenId: null,
        amount: null,
        unlimited: approved,
        approved,
        expiresAt: null,
      },
    ]);
  });

  it('has the standard ERC-1155 when the contract also moved tokens of this standard', () => {
    const single = id('TransferSingle(address,address,address,uint256,uint256)');
    const moved = log([single, topic(ALICE), ...ends], encode(['uint256', 'uint256'], [1, 2]));
    const approval = log([FOR_ALL, ...ends], word(1n));
    expect(decodedOf([approval, moved])).toMatchObject([{ standard: 'ERC-1155' }]);
    expect(decodedOf([approval, { ...moved, address: ALICE }])).toMatchObject([{ standard: 'ERC-721' }]);
  });
});

describe('an approval without indexed arguments', () => {
  const early = log([APPROVAL], encode(['address', 'address', 'uint256'], [ALICE, BOB, 70n]));

  it('is an amount when the contract has decimals', () => {
    expect(decodedOf([early])).toMatchObject([{ ...parties, standard: 'ERC-20', amount: '0.00007', approved: true }]);
  });

  it('is a token id when the contract has no decimals', () => {
    const [approval] = tokenApprovals([early]);
    const tokens = new Map([[approval?.tokenAddress ?? '', { symbol: null, decimals: null }]]);
    expect(approval && approvalOf(approval, tokens, AT)).toMatchObject({
      standard: 'ERC-721',
      tokenId: '70',
      amount: null,
      unlimited: false,
      approved: true,
    });
  });

  it('is an amount in the smallest unit when no node stated the decimals', () => {
    const [approval] = tokenApprovals([early]);
    expect(approval && approvalOf(approval, new Map(), AT)).toMatchObject({ standard: 'ERC-20', amount: '70' });
  });
});

describe('tokenApprovals', () => {
  it.each([
    ['a transfer', log([id('Transfer(address,address,uint256)'), ...ends], word(1n))],
    ['a log without topics', log([], word(1n))],
    ['an approval without an amount', log([APPROVAL, ...ends])],
    ['an approval of nobody', log([APPROVAL, word(MAX), word(MAX)], word(1n))],
    ['an approval of all tokens that states no boolean', log([FOR_ALL, ...ends], word(2n))],
    ['an approval without indexed arguments whose data is too short', log([APPROVAL], word(1n))],
  ])('ignores %s', (_what, entry) => {
    expect(tokenApprovals([entry])).toEqual([]);
  });

  it('keeps the approvals by or for the given addresses only', () => {
    const logs = [log([APPROVAL, ...ends], word(1n))];
    for (const party of [ALICE, BOB]) expect(tokenApprovals(logs, new Set([party.toLowerCase()]))).toHaveLength(1);
    expect(tokenApprovals(logs, new Set([TOKEN.toLowerCase()]))).toEqual([]);
  });
});
