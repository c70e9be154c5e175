import { describe, expect, it } from '@jest/globals';
import { AbiCoder, id, zeroPadValue } from 'ethers';
import { approvalOf, tokenApprovals } from '../../../lib/chains/evm/approvals.ts';
import { USDC } from '../../support/records.ts';

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
/** 2026-01-31T09:00:00Z, the time of the block. */
const AT = 1_769_850_000n;

const topic = (address: string) => zeroPadValue(address.toLowerCase(), 32);
const encode = (types: string[], values: unknown[]) => AbiCoder.defaultAbiCoder().encode(types, values);

const APPROVAL = id('Approval(address,address,address,uint160,uint48)');
const PERMIT = id('Permit(address,address,address,uint160,uint48,uint48)');
const LOCKDOWN = id('Lockdown(address,address,address)');
const indexed = [ALICE, USDC, BOB].map(topic);

const log = (topics: string[], data: string) => ({ address: PERMIT2, topics, data });
const approval = (amount: bigint, expiration: bigint) =>
  log([APPROVAL, ...indexed], encode(['uint160', 'uint48'], [amount, expiration]));
const permit = (amount: bigint, expiration: bigint) =>
  log([PERMIT, ...indexed], encode(['uint160', 'uint48', 'uint48'], [amount, expiration, 7n]));
const lockdown = log([LOCKDOWN, topic(ALICE)], encode(['address', 'address'], [USDC, BOB]));

const usdc = new Map([[USDC, { symbol: 'USDC', decimals: 6 }]]);
const decoded = (...logs: ReturnType<typeof log>[]) =>
  tokenApprovals(logs).map((granted) => approvalOf(granted, usdc, AT));

const ofAlice = { standard: 'Permit2', asset: 'USDC', tokenAddress: USDC, tokenId: null, owner: ALICE, spender: BOB };

describe.each([
  ['Approval', approval],
  ['Permit', permit],
])('the event %s of Permit2', (_name, event) => {
  it('grants an amount of the token until it expires', () => {
    expect(decoded(event(1_500_000n, AT + 60n))).toEqual([
      { ...ofAlice, amount: '1.5', unlimited: false, approved: true, expiresAt: '2026-01-31T09:01:00.000Z' },
    ]);
  });

  it('with the expiration 0 holds in its block alone', () => {
    expect(decoded(event(1n, 0n))).toMatchObject([{ expiresAt: '2026-01-31T09:00:00.000Z' }]);
  });

  it.each([253_402_300_800n, 2n ** 48n - 1n])('that expires in second %s does not expire', (expiration) => {
    expect(decoded(event(1n, expiration))).toMatchObject([{ expiresAt: null }]);
  });

  it('is unlimited with the greatest amount that Permit2 knows', () => {
    expect(decoded(event(2n ** 160n - 1n, 0n))).toMatchObject([{ unlimited: true, approved: true }]);
  });

  it('of the amount 0 revokes', () => {
    expect(decoded(event(0n, AT))).toMatchObject([{ amount: '0', unlimited: false, approved: false }]);
  });

  it('proves nothing in another contract or with data that is too short', () => {
    expect(decoded({ ...event(1n, AT), address: USDC })).toEqual([]);
    expect(decoded({ ...event(1n, AT), data: '0x' })).toEqual([]);
  });
});

describe('the event Lockdown of Permit2', () => {
  it('revokes the allowance of a spender for a token', () => {
    expect(decoded(lockdown)).toEqual([
      { ...ofAlice, amount: '0', unlimited: false, approved: false, expiresAt: null },
    ]);
  });

  it('proves nothing in another contract', () => {
    expect(decoded({ ...lockdown, address: USDC })).toEqual([]);
  });
});
