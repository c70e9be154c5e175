import { describe, expect, it } from '@jest/globals';
import { concat, Interface, id, MaxUint256, parseEther } from 'ethers';
import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import type { PriceSource } from '../../lib/prices/price.ts';
import { mapConcurrent } from '../../lib/values/concurrent.ts';
import { scan } from '../../lib/watch/scan.ts';
import { type ContractNode, contractNode, newAddress } from '../chains/evm-contracts/contract-node.ts';
import { caller, EVENT_BYTES, eventOf, LOGGER, logging, word } from '../chains/evm-contracts/loggers.ts';
import { quiet } from '../support/quiet.ts';
import { thrice } from '../support/rpc-nodes.ts';
import { watchedScenario } from './watched.ts';

/*
 * A thief hides one real effect among many fakes: contracts of the thief log movements and approvals in the name of the
 * victim, and a contract account logs hundreds of changes. The fakes exceed what a record holds.
 */
quiet();

const { signal } = new AbortController();
const node = contractNode();
const erc20 = new Interface([
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
]);

/** Puts loggers at new addresses. */
async function loggers(of: ContractNode, count: number): Promise<string[]> {
  const addresses = Array.from({ length: count }, newAddress);
  await mapConcurrent(addresses, 32, (address) => of.put(address, { code: LOGGER }));
  return addresses;
}

/** A watcher of one wallet that knows the price of one token. Scans what follows the call of `begin`. */
async function watchedWallet(address: string, token: string) {
  const { scenario, watcher, records } = await watchedScenario(evmReader(chainOf('anvil'), thrice(node.url())));
  await scenario.makeWallet({ label: 'Victim', address, chains: ['anvil'] });
  const prices: PriceSource = {
    pricesAt: async (assets) =>
      assets.map((asset) => (asset.tokenAddress === token ? { status: 'known', usd: '1' } : { status: 'unpriced' })),
  };
  await watcher.cursors.begin('anvil', (await node.settle()) + 1);
  return {
    scenario,
    rule: (name: string, ruleType: string, conditions: object) =>
      scenario.makeRule({ name, ruleType, conditions, cooldownMinutes: 0 }),
    /** Scans and evaluates as the stream does. Returns the only record and the events. */
    async found() {
      await scan({ ...watcher, prices }, { chain: chainOf('anvil'), confirmations: 0, start: 0, signal });
      const [record] = (await records()).values();
      if (record === undefined) throw new Error('nothing was recorded');
      await scenario.evaluate(record);
      const events = await scenario.events();
      return { record, events, fired: events.map(({ ruleName }) => ruleName).sort() };
    },
  };
}

describe('the rules of a wallet', () => {
  it('see a theft of a token behind 501 movements that 501 fake tokens log', async () => {
    const [victim, thief] = [await node.account(), await node.account()];
    const { tokenAddress } = await node.token(victim.address);
    const fakes = await loggers(node, 501);
    const drainer = newAddress();
    const fake = eventOf('Transfer', victim.address, newAddress(), 1n);
    const theft = erc20.encodeFunctionData('transferFrom', [victim.address, thief.address, parseEther('900')]);
    const calls = fakes.map((to) => ({ to, from: 0, bytes: EVENT_BYTES }));
    await node.put(drainer, { code: caller([...calls, { to: tokenAddress, from: EVENT_BYTES, bytes: 100 }]) });
    const approve = erc20.encodeFunctionData('approve', [drainer, MaxUint256]);
    await node.send(await node.signed(victim, { to: tokenAddress, data: approve }));

    const { rule, found } = await watchedWallet(victim.address, tokenAddress);
    await rule('large', 'large_transfer', { value_usd: { gte: 500 } });
    await rule('token', 'token_transfer', { token_address: tokenAddress });
    await rule('outbound', 'outbound_only', { token_symbol: 'USDC' });
    await rule('unrelated', 'token_transfer', { token_address: newAddress() });
    await node.send(await node.signed(thief, { to: drainer, data: concat([fake, theft]) }));

    const { record, events, fired } = await found();
    expect(fired).toEqual(['large', 'outbound', 'token']);
    const stolen = expect.objectContaining({ tokenAddress, amount: '900', valueUsd: '900', direction: 'outbound' });
    expect(record.transfers).toHaveLength(500);
    expect(record.transfers).toContainEqual(stolen);
    expect(record.omitted).toEqual({ transfers: 2, approvals: 0, authority: 0 });
    for (const { transaction } of events) expect(transaction.transfers).toContainEqual(stolen);
  });

  it('see an approval of a token behind 200 fake approvals without a limit', async () => {
    const [victim, thief] = [newAddress(), await node.account()];
    const { tokenAddress } = await node.token(victim);
    const [liar = ''] = await loggers(node, 1);
    const fake = eventOf('Approval', victim, newAddress(), MaxUint256);
    const approve = erc20.encodeFunctionData('approve', [thief.address, MaxUint256]);
    const calls = Array.from({ length: 200 }, () => ({ to: liar, from: 0, bytes: EVENT_BYTES }));
    // The victim is a contract account that runs what the thief had its owner sign.
    await node.put(victim, { code: caller([...calls, { to: tokenAddress, from: EVENT_BYTES, bytes: 68 }]) });

    const { rule, found } = await watchedWallet(victim, tokenAddress);
    await rule('by address', 'approval', { token_address: tokenAddress, unlimited: true });
    await rule('by symbol', 'approval', { token_symbol: 'USDC' });
    await rule('unrelated', 'approval', { token_address: newAddress() });
    await node.send(await node.signed(thief, { to: victim, data: concat([fake, approve]) }));

    const { record, events, fired } = await found();
    expect(fired).toEqual(['by address', 'by symbol']);
    const granted = expect.objectContaining({ tokenAddress, spender: thief.address, unlimited: true });
    expect(record.approvals).toHaveLength(200);
    expect(record.approvals).toContainEqual(granted);
    expect(record.omitted).toEqual({ transfers: 0, approvals: 1, authority: 0 });
    for (const { transaction } of events) expect(transaction.approvals).toContainEqual(granted);
  });

  it('see a new owner before 200 other changes of a Safe', async () => {
    const [safe, thief] = [newAddress(), await node.account()];
    const { tokenAddress } = await node.token(safe);
    const added = { topic: id('AddedOwner(address)'), data: word(thief.address) };
    const later = Array.from({ length: 200 }, (_, n) => ({ topic: id('ChangedThreshold(uint256)'), data: word(n) }));
    await node.put(safe, { code: logging([added, ...later]) });

    const { rule, found } = await watchedWallet(safe, tokenAddress);
    await rule('owners', 'authority_change', { kinds: ['owner_added'] });
    await rule('modules', 'authority_change', { kinds: ['module_enabled'] });
    await node.send(await node.signed(thief, { to: safe }));

    const { record, events, fired } = await found();
    expect(fired).toEqual(['owners']);
    const change = expect.objectContaining({ kind: 'owner_added', after: thief.address });
    expect(record.authority).toHaveLength(200);
    expect(record.authority).toContainEqual(change);
    expect(record.omitted).toEqual({ transfers: 0, approvals: 0, authority: 1 });
    for (const { transaction } of events) expect(transaction.authority).toContainEqual(change);
  });
});
