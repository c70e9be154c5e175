import { describe, expect, it } from '@jest/globals';
import { parseEther, toQuantity } from 'ethers';
import { balanceHistory } from '../../lib/balances/balance-history.ts';
import { fixedPrices } from '../../lib/prices/fixed.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import { quiet } from '../support/quiet.ts';
import { ALICE, checkedOnce, ownNode, readerAt } from './checked.ts';

quiet();
const node = ownNode();

describe('A check of balances', () => {
  it('notes the balance of the day, which the history then shows with the value in USD', async () => {
    const chain = node();
    const { deps, scenario, balances, wallet, run, amounts } = await checkedOnce(chain, readerAt(chain.url), ALICE);
    const block = await chain.node.getBlock('latest');
    const today = new Date((block?.timestamp ?? 0) * 1000).toISOString().slice(0, 10);
    const prices = fixedPrices('{}');
    const repos = {
      balances,
      prices,
      wallets: { ...walletRepo(deps), ...walletListing(deps) },
      now: () => new Date(`${today}T12:00:00Z`),
    };
    const history = () =>
      balanceHistory(repos, scenario.organisation, { walletId: wallet.id, asset: 'eth', from: `${today}T00:00:00Z` });
    const amount = async () => Object.values(await amounts())[0];

    const [before] = await history();
    expect(before?.byAsset).toEqual([
      { chain: 'anvil', asset: 'ETH', amount: await amount(), valueUsd: before?.valueUsd },
    ]);
    expect(before?.valueUsd).toMatch(/^\d/);

    await chain.send({ from: ALICE, to: chain.newAddress(), value: toQuantity(parseEther('5')) });
    await run();
    const [after, ...more] = await history();
    expect(more).toEqual([]);
    expect(after?.byAsset[0]?.amount).toBe(await amount());
    expect(after?.byAsset[0]?.amount).not.toBe(before?.byAsset[0]?.amount);
  });

  it('forgets the days of an address that nobody watches any more', async () => {
    const chain = node();
    const { balances, scenario, wallet, run, address } = await checkedOnce(chain);
    const days = () => balances.days('anvil', address.toLowerCase());
    expect(await days()).toHaveLength(1);
    await scenario.wallets.remove(scenario.organisation, wallet.id);
    await chain.mine(1);
    await run();
    expect(await days()).toEqual([]);
  });
});
