import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { balanceHistory } from '../../lib/balances/balance-history.ts';
import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import { balanceRepo } from '../../lib/balances/repo.ts';
import { walletBalances } from '../../lib/balances/wallet-balances.ts';
import type { ConfiguredChains } from '../../lib/chains/chain-wiring.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { defillama } from '../../lib/prices/defillama.ts';
import { tableCache } from '../../lib/prices/kept-answer.ts';
import type { Price } from '../../lib/prices/price.ts';
import { priceSource } from '../../lib/prices/price-wiring.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { storeCheck } from '../balances/stored-balances.ts';
import { testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { recorded } from '../support/recorded.ts';
import { aDifference } from '../support/records.ts';
import { makeScenario } from '../support/scenario.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

quiet();

const KEPT_SECONDS = 25 * 60 * 60;

const ETHER = '{"coins":{"coingecko:ethereum":{"price":2400}}}';

let asked: string[];
let serve: () => Response;
beforeEach(() => {
  asked = [];
  serve = () => new Response(ETHER);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    asked.push(String(url));
    return serve();
  });
});

const noChains = (): Promise<ConfiguredChains> => Promise.reject(new Error('no chain in this test'));

describe('an answer that one function got', () => {
  it('is known to another function for 25 hours', async () => {
    const deps = testDeps(await makeTable());
    const cache = tableCache(deps);
    const answer = { price: { status: 'known', usd: '2400' } as const, until: 5, last: { usd: '2400', at: 4 } };
    await cache.put('ETH', answer);
    await cache.put('SPAM', { price: { status: 'unpriced' }, until: 5, last: null });
    deps.advance(KEPT_SECONDS - 1);
    const kept = [
      ['ETH', answer],
      ['SPAM', { price: { status: 'unpriced' }, until: 5, last: null }],
    ];
    expect([...(await tableCache(deps).get(['ETH', 'NONE', 'SPAM']))]).toEqual(kept);
    deps.advance(1);
    expect(await cache.get(['ETH'])).toEqual(new Map());
  });

  it.each<[string, () => Response, Price]>([
    ['a price', () => new Response(ETHER), { status: 'known', usd: '2400' }],
    ['a failure', () => new Response('', { status: 503 }), { status: 'failed' }],
  ])('needs no second question to the source of prices: %s', async (_what, answer, price) => {
    const deps = testDeps(await makeTable());
    serve = answer;
    const pricesAt = () =>
      defillama({ cache: tableCache(deps), now: deps.now }).pricesAt(
        [{ chain: 'ethereum', tokenAddress: null, symbol: 'ETH' }],
        deps.now(),
      );
    expect([await pricesAt(), await pricesAt()]).toEqual([[price], [price]]);
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
    transactions: transactionRepo(own),
    prices: priceSource('live', { cache: tableCache(own), chains: noChains, now: deps.now }),
    now: deps.now,
  };
  const rows = await walletBalances(repos, organisation, await walletRepo({ table }).get(organisation, wallet.id));
  expect(rows).toMatchObject([{ asset: 'ETH', amount: '2', valueUsd: '4800', status: 'difference' }]);
  expect([...new Set(actions)].sort()).toEqual([...routes.listBalances.access.table].sort());
});

it('the role of get-balance-history grants exactly the actions that it uses with prices of a network', async () => {
  const deps = testDeps(await makeTable());
  const { organisation, wallet } = await makeScenario(deps);
  await storeCheck(deps, wallet, { chain: 'ethereum', height: 5, amount: '2' });
  const { client, actions } = recorded(dynamoDb());
  const own = { ...deps, table: openTable(deps.table.name, client) };
  const repos = {
    balances: balanceRepo(own, blockRepo(own)),
    wallets: { ...walletRepo(own), ...walletListing(own) },
    prices: priceSource('live', { cache: tableCache(own), chains: noChains, now: deps.now }),
    now: deps.now,
  };
  const points = await balanceHistory(repos, organisation, { walletId: wallet.id });
  expect(points).toMatchObject([{ byAsset: [{ asset: 'ETH', amount: '2' }] }]);
  expect([...new Set(actions)].sort()).toEqual([...routes.getBalanceHistory.access.table].sort());
});
