import { describe, expect, it } from '@jest/globals';
import { parseEther, toQuantity } from 'ethers';
import { recordMatchesDeps } from '../../lib/watch/deferred/matches-wiring.ts';
import { recordMatchesOf } from '../../lib/watch/deferred/record-matches-of.ts';
import { recordingMatches } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { ALICE, anotherOrganisation, begun, checkedOnce, checking, ownNode, REFUSER, readerAt } from './checked.ts';

quiet();
const node = ownNode();

/** A watched account whose key the node holds, after its first check. */
async function account() {
  const chain = node();
  return { chain, ...(await checkedOnce(chain, readerAt(chain.url), ALICE)) };
}

describe('a check of balances finds no difference', () => {
  it('after a failed transaction, which costs the sender only its fee', async () => {
    const { chain, run, recorded, found, amounts } = await account();
    const before = await chain.node.getBalance(ALICE);
    await chain.send({ from: ALICE, to: await chain.contract(REFUSER), value: toQuantity(parseEther('1')) });
    await run();
    expect(await recorded()).toMatchObject([{ status: 'failed', transfers: [], source: 'watch' }]);
    expect(await found()).toEqual([]);
    const [amount = '0'] = Object.values(await amounts());
    expect(parseEther(amount)).toBe(await chain.node.getBalance(ALICE));
    expect(parseEther(amount)).toBeLessThan(before);
  });

  it('after a payment of a wallet to itself', async () => {
    const { chain, run, recorded, found } = await account();
    await chain.send({ from: ALICE, to: ALICE, value: toQuantity(parseEther('5')) });
    await run();
    expect(await recorded()).toMatchObject([{ direction: 'internal', tokenAmount: '5' }]);
    expect(await found()).toEqual([]);
  });

  it('after a contract has sent a part of a payment back to its sender', async () => {
    const { chain, run, recorded, found } = await account();
    await chain.send({ ...chain.forwarding(ALICE, parseEther('5')), from: ALICE });
    await run();
    expect(await recorded()).toMatchObject([{ detail: 'full', source: 'watch', transfers: [{}, {}] }]);
    expect(await found()).toEqual([]);
  });

  it('when another organisation imported the payment with another amount and without its fee', async () => {
    const { chain, deps, scenario, wallet, run, found, amounts } = await account();
    const other = await anotherOrganisation(deps, ALICE);
    const hash = await chain.send({ from: ALICE, to: chain.newAddress(), value: toQuantity(parseEther('5')) });
    const stated = { chain: 'anvil', hash, fromAddress: ALICE, valueDecimal: '1' };
    const blockNumber = await chain.node.getBlockNumber();
    await scenario.record(1, { ...stated, walletId: wallet.id, toAddress: chain.newAddress(), blockNumber });
    await run();
    expect(await other.recorded()).toMatchObject([{ hash, tokenAmount: '5' }]);
    expect([await found(), await other.found()]).toEqual([[], []]);
    const [amount = '0'] = Object.values(await amounts());
    expect(parseEther(amount)).toBe(await chain.node.getBalance(ALICE));
  });

  it('while payments of a block wait for the budget of the organisation, nor when they are recorded', async () => {
    const { chain, deps, scenario } = await account();
    const budgets = { perBlock: 1, atOnce: 1, perHour: 100 };
    const { watcher, run, recorded, found, amounts } = checking(deps, scenario, readerAt(chain.url), { budgets });
    const pay = { from: ALICE, to: chain.newAddress(), value: toQuantity(parseEther('1')) };
    await chain.together(pay, pay, pay);
    await run();
    expect(await recorded()).toHaveLength(1);
    expect(await found()).toEqual([]);
    const message = { organisationId: scenario.organisation, chain: 'anvil' as const };
    const adapters = { prices: watcher.prices, matches: recordingMatches(), queue: scenario.queue, perHour: 100 };
    await recordMatchesOf(recordMatchesDeps(deps, adapters), message);
    expect(await recorded()).toHaveLength(3);
    await chain.mine(1);
    await run();
    expect(await found()).toEqual([]);
    const [amount = '0'] = Object.values(await amounts());
    expect(parseEther(amount)).toBe(await chain.node.getBalance(ALICE));
  });

  it('in a balance that was there before the wallet', async () => {
    const chain = node();
    const address = chain.newAddress();
    await chain.setBalance(address, parseEther('3'));
    await chain.mine(1);
    const { run, found, amounts } = await begun(chain, readerAt(chain.url), address);
    await run();
    await chain.mine(1);
    await run();
    expect(await found()).toEqual([]);
    expect(await amounts()).toEqual({ [address.toLowerCase()]: '3' });
  });
});

describe('a check of balances after an organisation stopped watching', () => {
  const ways = ['unwatches', 'deletes'] as const;
  it.each(ways)('forgets the balance when the only organisation %s the wallet', async (way) => {
    const chain = node();
    const { scenario, address, wallet, run, found, recorded, amounts } = await checkedOnce(chain);
    const { organisation, wallets } = scenario;
    if (way === 'deletes') await wallets.remove(organisation, wallet.id);
    else await wallets.update(organisation, wallet.id, { watch: false });
    await chain.payThrough(address, parseEther('1'));
    await run();
    expect(await amounts()).toEqual({});
    expect([await found(), await recorded()]).toEqual([[], []]);
  });

  it('still compares the balance for the other organisation', async () => {
    const chain = node();
    const { deps, scenario, address, wallet, run, recorded } = await checkedOnce(chain);
    const other = await anotherOrganisation(deps, address);
    await scenario.wallets.remove(scenario.organisation, wallet.id);
    await chain.payThrough(address, parseEther('1'));
    await run();
    expect(await recorded()).toEqual([]);
    expect(await other.recorded()).toMatchObject([{ source: 'reconcile', tokenAmount: '1' }]);
  });

  it('finds what arrived while nobody watched, when the wallet is watched again before a check', async () => {
    const chain = node();
    const { scenario, address, wallet, run, found, recorded, amounts } = await checkedOnce(chain);
    const { organisation, wallets } = scenario;
    await wallets.update(organisation, wallet.id, { watch: false });
    await chain.send({ from: ALICE, to: address, value: toQuantity(parseEther('2')) });
    await run({ every: 100 });
    await wallets.update(organisation, wallet.id, { watch: true });
    await chain.payThrough(address, parseEther('1'));
    await run();
    expect(await amounts()).toEqual({ [address.toLowerCase()]: '3' });
    expect((await recorded()).map(({ source, tokenAmount }) => [source, tokenAmount])).toEqual([
      ['reconcile', '2'],
      ['reconcile', '1'],
    ]);
    expect((await found()).map(({ status }) => status)).toEqual(['explained', 'explained']);
  });
});
