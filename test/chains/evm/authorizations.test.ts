import { describe, expect, it } from '@jest/globals';
import { toQuantity, Wallet } from 'ethers';
import { authorizationsIn } from '../../../lib/chains/evm/authorizations.ts';

const CODE = `0x${'c0'.repeat(20)}`;
const HASH = `0x${'11'.repeat(32)}`;
const OTHER = `0x${'22'.repeat(32)}`;
const alice = new Wallet(`0x${'01'.repeat(32)}`);
const bob = new Wallet(`0x${'02'.repeat(32)}`);

/** An authorization as a node states it. */
function stated(by: Wallet, { nonce = 0, chainId = 1, address = CODE } = {}) {
  const { signature } = by.authorizeSync({ address, nonce, chainId });
  const { r, s, yParity } = signature;
  const [chain, at] = [toQuantity(chainId), toQuantity(nonce)];
  return { chainId: chain, address, nonce: at, yParity: toQuantity(yParity), r, s };
}
const transaction = (hash: string, authorizationList: unknown) => ({ hash, raw: { authorizationList } });
const signers = async (...authorizationList: unknown[]) =>
  ((await authorizationsIn([transaction(HASH, authorizationList)], 1)).byHash.get(HASH) ?? []).map(
    ({ authority }) => authority,
  );

describe('the authorizations of a block', () => {
  it('name their signers, of this chain and of chain 0, also where a node says v for the parity', async () => {
    const { yParity: v, ...rest } = stated(bob, { chainId: 0 });
    expect(await signers(stated(alice), { ...rest, v })).toEqual([alice.address, bob.address]);
  });

  it.each([
    ['another chain', { chainId: 5 }, {}],
    ['the last nonce', {}, { nonce: `0x${'f'.repeat(16)}` }],
    ['a signature with a large s', {}, { s: `0x${'f'.repeat(64)}` }],
    ['an unknown parity', {}, { yParity: '0x2' }],
    ['a signature that is no point of the curve', {}, { r: `0x${'f'.repeat(64)}` }],
  ])('leave out those with %s', async (_what, signed, changed) => {
    expect(await signers({ ...stated(alice, signed), ...changed }, stated(bob))).toEqual([bob.address]);
  });

  it.each([null, 7, 'text', [], [7], [{ chainId: '0x1' }]])('are none in the malformed list %j', async (list) => {
    const found = await authorizationsIn([transaction(HASH, list), transaction(OTHER, [stated(alice)])], 1);
    expect([...found.byHash.keys()]).toEqual([OTHER]);
  });

  it('are read up to the bound of a block, and the others are counted', async () => {
    const list = [stated(alice, { chainId: 5 }), stated(alice), stated(bob)];
    const { byHash, unread } = await authorizationsIn([transaction(HASH, list), transaction(OTHER, list)], 1, 3);
    expect([byHash.get(HASH)?.length, byHash.get(OTHER)?.length, unread]).toEqual([2, 1, 1]);
  });

  it('are read from each transaction in turn, so that a long junk list hides no other transaction', async () => {
    const junk = Array.from({ length: 4 }, (_, nonce) => stated(alice, { nonce }));
    const { byHash, unread } = await authorizationsIn(
      [transaction(HASH, junk), transaction(OTHER, [stated(bob)])],
      1,
      3,
    );
    expect(byHash.get(OTHER)?.map(({ authority }) => authority)).toEqual([bob.address]);
    expect(byHash.get(HASH)?.map(({ nonce }) => nonce)).toEqual([0n, 1n]);
    expect(unread).toBe(2);
  });
});
