import { describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { nativeNow } from '../../lib/balances/on-chain.ts';
import { chainsAt } from '../../lib/chains/chain-wiring.ts';
import { quiet } from '../support/quiet.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { ownNode } from './checked.ts';

quiet();
const node = ownNode();
const { answering, hung, relay } = rpcNodes();

/** Asks these nodes at a time that the test sets. */
function asking(...urls: readonly string[]) {
  const clock = { at: new Date('2026-03-01T10:00:00.000Z') };
  const chains = chainsAt({ anvil: [...urls] });
  const ask = nativeNow({ chains: async () => chains, now: () => clock.at });
  const wait = (seconds: number) => {
    clock.at = new Date(clock.at.getTime() + seconds * 1000);
  };
  return { ask: (address: string) => ask('anvil', address), wait };
}

describe('the native balance of an address now', () => {
  it('is that after the newest block, also when no transaction moved it', async () => {
    const chain = node();
    const address = chain.newAddress();
    const { ask, wait } = asking(...thrice(chain.url));
    expect(await ask(address)).toEqual({ amount: '0', at: '2026-03-01T10:00:00.000Z' });
    await chain.setBalance(address, parseEther('0.5'));
    wait(11);
    expect(await ask(address)).toEqual({ amount: '0.5', at: '2026-03-01T10:00:11.000Z' });
    await chain.mine(3);
    await chain.setBalance(address, parseEther('2'));
    wait(11);
    expect(await ask(address)).toMatchObject({ amount: '2' });
  });

  it('is asked once in ten seconds, however many ask', async () => {
    const chain = node();
    const address = chain.newAddress();
    const passing = await relay(chain.url, () => undefined);
    const { ask, wait } = asking(passing.url);
    await Promise.all([ask(address), ask(address)]);
    const once = passing.requests;
    wait(9);
    await ask(address);
    expect(passing.requests).toBe(once);
    wait(2);
    await ask(address);
    expect(passing.requests).toBeGreaterThan(once);
  });

  it('is null within seconds when the node is silent', async () => {
    const silent = await hung();
    const began = performance.now();
    expect(await asking(silent.url).ask(node().newAddress())).toBeNull();
    expect(silent.requests).toBeGreaterThan(0);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it.each([
    ['no number', { result: 'soon' }],
    ['a negative number', { result: '-0x1' }],
    ['an error', { error: { code: -32_000, message: 'no' } }],
    ['the balance after another block', { result: `0x${'00'.repeat(96)}` }],
  ])('is null when the node states %s', async (_what, answer) => {
    const lying = await relay(node().url, ({ method }) =>
      method === 'eth_call' || method === 'eth_getBalance' ? answer : undefined,
    );
    expect(await asking(lying.url).ask(node().newAddress())).toBeNull();
  });

  it('is null when the answer is none, and on a chain without a node', async () => {
    const address = node().newAddress();
    expect(await asking((await answering('<html>')).url).ask(address)).toBeNull();
    const ask = nativeNow({ chains: async () => chainsAt({}), now: () => new Date() });
    expect(await ask('anvil', address)).toBeNull();
  });
});
