import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import { balanceRepo } from '../../lib/balances/repo.ts';
import { walletBalances } from '../../lib/balances/wallet-balances.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { priceSource } from '../../lib/prices/prices.ts';
import { tableCache } from '../../lib/prices/table-cache.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { storeCheck } from '../balances/stored-balances.ts';
import { testDeps } from '../support/deps.ts';
import { recorded } from '../support/recorded.ts';
import { aDifference } from '../support/records.ts';
import { makeScenario } from '../support/scenario.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

const DAY_SECONDS = 24 * 60 * 60;

let asked: string[];
beforeEach(() => {
  asked = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    asked.push(String(url));
    return new Response('{"coins":{"coingecko:ethereum":{"price":2400}}}');
  });
});

describe('a price that one function found', () => {
  it('is known to another function for a day', async () => {
    const deps = testDeps(await makeTable());
    const cache = tableCache(deps);
    await cache.put('ETH', '2400');
    deps.advance(DAY_SECONDS - 1);
    expect(await tableCache(deps).get('ETH')).toBe('2400');
    deps.advance(1);
    expect(await cache.get('ETH')).toBeNull();
  });

  it('needs no second request to the source of prices', async () => {
    const deps = testDeps(await makeTable());
    const ether = { chain: 'ethereum', tokenAddress: null, symbol: 'ETH' } as const;
    const prices = () =>
      priceSource('defillama', { cache: tableCache(deps), now: deps.now }).pricesAt([ether], deps.now());
    const known = { status: 'known', usd: '2400' };
    expect([await prices(), await prices()]).toEqual([[known], [known]]);
    expect(asked).toHaveLength(1);
  });
});

it('the role of list-balances grants exactly the actions that the function uses with prices of a network', async () => {
  const deps = testDeps(await makeTable());
  const { organisation, wallet } = await makeScenario(deps);
  await storeCheck(deps, wallet, { chain: 'ethereum', height: 5, amount: '2' });
  await differenceRepo(deps).create(organisation, aDifference({ walletId: wallet.id }), []);
  const { client, actions } = recorded(dynamoDb());
  const table = openTable(deps.table.name, client);
  const own = { ...deps, table };
  const repos = {
    balances: balanceRepo(own, blockRepo(own)),
    differences: differenceRepo(own),
    prices: priceSource('defillama', { cache: tableCache(own), now: deps.now }),
    now: deps.now,
  };
  const rows = await walletBalances(repos, organisation, await walletRepo({ table }).get(organisation, wallet.id));
  expect(rows).toMatchObject([{ asset: 'ETH', amount: '2', valueUsd: '4800', status: 'difference' }]);
  expect([...new Set(actions)].sort()).toEqual([...routes.listBalances.access.table].sort());
});
