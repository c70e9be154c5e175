import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { backfillRepo } from '../../lib/backfill/repo.ts';
import { dayNotes } from '../../lib/balances/daily-balances.ts';
import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import { write } from '../../lib/platform/table/write.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { depsOfStack, storeCheck } from '../balances/stored-balances.ts';
import { type ApiClient, api, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { aDifference, aStoredTransaction, NFT, USDC } from '../support/records.ts';
import { addWallet } from './samples.ts';

/** The price of ETH is 2,500 USD, that of AVAX 30 USD. No other test of the stack uses these chains. */
const CHAINS = ['optimism', 'avalanche'] as const;
const [OPTIMISM, AVALANCHE] = CHAINS;
const WBTC = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
/** DAI on Optimism. The other two are contracts of Ethereum: on Optimism they would be a stranger's. */
const DAI = '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1';

let mine: Awaited<ReturnType<typeof newOrganisation>>;
let reader: ApiClient;
let stranger: ApiClient;
let wallet: Wallet;
/** A wallet that no check has compared. */
let added: Wallet;
/** The time of the check on each chain. */
let checkedAt: readonly string[];

// Scenario: the scans of Optimism began at block 100 and were at block 1,000 when the wallet was made. A backfill and a
// check ran since. Avalanche was never scanned.
beforeAll(async () => {
  const deps = depsOfStack();
  mine = await newOrganisation();
  const organisation = OrganisationId.parse(mine.organisationId);
  reader = api((await mine.api.ok(routes.createKey, { body: { name: 'Auditor', scope: 'read' } })).key);
  stranger = (await newOrganisation()).api;
  const cursors = cursorRepo(deps);
  const begun = await cursors.begin(OPTIMISM, 100);
  if (begun === null) throw new Error('another test scans Optimism');
  const scannedTo = (height: number) => ({ height, hash: `0x${height}`, timestamp: '2026-03-01T11:00:00.000Z' });
  const moved = await cursors.move(begun, scannedTo(1_000));
  wallet = await addWallet(mine.api, { chains: CHAINS });
  if (moved !== null) await cursors.move(moved, scannedTo(2_000));
  added = await addWallet(mine.api, { chains: CHAINS });
  const differences = differenceRepo(deps);
  const of = { id: deps.newId(), walletId: wallet.id, chain: OPTIMISM, asset: 'WBTC', tokenAddress: WBTC };
  await differences.create(organisation, aDifference(of), []);
  const tokens = [
    { asset: 'WBTC', tokenAddress: WBTC, amount: '0.5' },
    { asset: 'USDC', tokenAddress: USDC, moved: '-2.5', movedTo: 1_800 },
    { asset: 'DAI', tokenAddress: DAI },
    { asset: 'NONE', tokenAddress: NFT },
  ];
  checkedAt = [
    await storeCheck(deps, wallet, { chain: OPTIMISM, height: 1_900, amount: '1.5', tokens }),
    await storeCheck(deps, wallet, { chain: AVALANCHE, height: 70, amount: '0' }),
  ];
  const backfills = backfillRepo(deps);
  const range = { fromHeight: 926, toHeight: 950, evaluateRules: false };
  const job = await backfills.create(organisation, OPTIMISM, { walletId: wallet.id, ...range });
  await backfills.finish(organisation, job, 0, 0);
  await backfills.complete(organisation, job.id);
  await backfills.create(organisation, OPTIMISM, { walletId: wallet.id, ...range, fromHeight: 1 });
  const record = { id: deps.newId(), walletId: wallet.id, chain: AVALANCHE, detail: 'logs', source: 'watch' } as const;
  await transactionRepo(deps).record(organisation, aStoredTransaction(record), { evaluate: false });
});

const ofWallet = ({ id } = wallet) => ({ params: { id } });
const balances = (query: Record<string, string | number> = {}) =>
  reader.ok(routes.listBalances, { ...ofWallet(), query });

describe('GET /api/balances/history', () => {
  const history = (query: Record<string, string> = {}) => reader.ok(routes.getBalanceHistory, { query });
  const noted = async (day: string, amount: string) => {
    const prices = { pricesAt: async () => [{ status: 'known' as const, usd: '2500' }] };
    const eth = { asset: 'ETH', tokenAddress: null };
    const note = await dayNotes({ prices }, OPTIMISM, day, [eth]);
    await write(depsOfStack().table, note({ ...eth, form: wallet.address.toLowerCase(), amount }));
  };

  it('has a point for each day since the wallet was added', async () => {
    const today = new Date().toISOString();
    await noted('2026-01-31T09:00:00.000Z', '3');
    const first = { chain: OPTIMISM, asset: 'ETH', amount: '3', valueUsd: '7500' };
    const { data } = await history({ walletId: wallet.id, asset: 'ETH' });
    const points = data.filter(({ at }) => at.slice(0, 10) === today.slice(0, 10));
    expect(data).toEqual(points);
    expect(points).toEqual([{ at: `${today.slice(0, 10)}T00:00:00.000Z`, valueUsd: '7500', byAsset: [first] }]);
    await noted(today, '1');
    expect((await history({ asset: 'eth' })).data.at(-1)).toMatchObject({ valueUsd: '2500' });
    expect((await history({ asset: 'NOTHING' })).data).toEqual([]);
    // No check has noted a change of this token: the present balance stands for it.
    const dai = { chain: OPTIMISM, asset: 'DAI', amount: '100', valueUsd: '100' };
    expect((await history({ asset: 'dai' })).data.at(-1)).toMatchObject({ valueUsd: '100', byAsset: [dai] });
    expect((await history({ walletId: added.id })).data).toEqual([]);
  });

  it('is 404 for another organisation, 401 without a key, and 400 for a field that it does not take', async () => {
    const query = { walletId: wallet.id };
    expect(await stranger.refused(routes.getBalanceHistory, { query })).toEqual(NOT_FOUND);
    expect(await api().refused(routes.getBalanceHistory)).toMatchObject({ status: 401 });
    for (const [name, value] of [
      ['chain', OPTIMISM],
      ['walletId', 'x'],
      ['from', '2024-01-01'],
      ['asset', ''],
    ] as const) {
      expect(await reader.refused(routes.getBalanceHistory, { query: { [name]: value } })).toEqual(invalid(name));
    }
  });
});

describe('GET /api/balances', () => {
  const sums = (...wallets: readonly { readonly id: string }[]) => ({
    query: { walletIds: wallets.map(({ id }) => id).join(',') },
  });

  it('says what each wallet holds in all, and when it last had a transaction', async () => {
    const { data } = await reader.ok(routes.listBalanceSums, sums(added, wallet));
    expect(await reader.ok(routes.listBalanceSums)).toEqual({ data });
    expect(data).toEqual([
      { walletId: added.id, valueUsd: null, isComplete: true, at: null, lastTransactionAt: null },
      {
        walletId: wallet.id,
        valueUsd: '3850',
        isComplete: true,
        at: checkedAt[0],
        lastTransactionAt: '2026-01-31T09:00:00.000Z',
      },
    ]);
  });

  it('says nothing of the wallets of another organisation', async () => {
    expect(await stranger.ok(routes.listBalanceSums, sums(wallet))).toEqual({ data: [] });
  });

  it('is 401 without a key, and 400 for ids that are none', async () => {
    expect(await api().refused(routes.listBalanceSums, sums(wallet))).toMatchObject({ status: 401 });
    const many = sums(...Array.from({ length: 26 }, (_, n) => ({ id: `00000000-0000-4000-8000-0000000000${n + 10}` })));
    for (const asked of [{ query: { walletIds: 'x' } }, many]) {
      const refusal = await reader.refused(routes.listBalanceSums, asked);
      expect(refusal).toMatchObject({ status: 400, paths: [expect.stringMatching(/^walletIds/)] });
    }
  });
});

describe('GET /api/wallets/:id/balances', () => {
  it('shows the native balance of each chain first, then the tokens by name, each with its value', async () => {
    const { data, meta } = await balances();
    const [onOptimism, onAvalanche] = checkedAt;
    const native = { chain: OPTIMISM, tokenAddress: null, height: 1_900, status: 'matched', onChain: null };
    const at = '2026-03-01T10:00:00.000Z';
    const token = { chain: OPTIMISM, height: 1_500, at, status: 'matched', onChain: null };
    expect(data).toEqual([
      { ...native, asset: 'ETH', amount: '1.5', valueUsd: '3750', at: onOptimism },
      { ...token, asset: 'DAI', tokenAddress: DAI, amount: '100', valueUsd: '100' },
      { ...token, asset: 'NONE', tokenAddress: NFT, amount: '100', valueUsd: null },
      {
        ...token,
        asset: 'USDC',
        tokenAddress: USDC,
        amount: '97.5',
        valueUsd: null,
        height: 1_800,
        status: 'pending',
      },
      { ...token, asset: 'WBTC', tokenAddress: WBTC, amount: '0.5', valueUsd: null, status: 'difference' },
      { ...native, chain: AVALANCHE, asset: 'AVAX', amount: '0', valueUsd: '0', height: 70, at: onAvalanche },
    ]);
    expect(meta).toMatchObject({ total: 6, page: 1, pageSize: 25 });
  });

  it('answers in pages', async () => {
    const { data, meta } = await balances({ page: 2, pageSize: 2 });
    expect(data.map(({ asset }) => asset)).toEqual(['NONE', 'USDC']);
    expect(meta).toMatchObject({ total: 6, page: 2, pageSize: 2 });
  });

  it('is empty before the first check of the wallet', async () => {
    expect((await reader.ok(routes.listBalances, ofWallet(added))).data).toEqual([]);
  });

  it('is 404 for another organisation, 401 without a key, and 400 for an unknown parameter', async () => {
    expect(await stranger.refused(routes.listBalances, ofWallet())).toEqual(NOT_FOUND);
    expect(await api().refused(routes.listBalances, ofWallet())).toMatchObject({ status: 401 });
    const asked = { ...ofWallet(), query: { chain: OPTIMISM } };
    expect(await reader.refused(routes.listBalances, asked)).toEqual(invalid('chain'));
  });
});

describe('GET /api/wallets/:id/coverage', () => {
  it('shows what is scanned for the wallet since it was made, and what a backfill can fill', async () => {
    expect((await reader.ok(routes.getWalletCoverage, ofWallet())).data).toEqual([
      {
        chain: OPTIMISM,
        since: 1_001,
        ranges: [
          { from: 926, to: 950 },
          { from: 1_001, to: 2_000 },
        ],
        gaps: [
          { from: 0, to: 925 },
          { from: 951, to: 1_000 },
        ],
        recordedTo: 2_000,
        reconciledTo: 1_900,
        openDifferences: 1,
        throttledSince: null,
        detail: 'full',
        innerPayments: 'by_balances',
        innerPaymentsFrom: null,
      },
      {
        chain: AVALANCHE,
        since: null,
        ranges: [],
        gaps: [],
        recordedTo: null,
        reconciledTo: 70,
        openDifferences: 0,
        throttledSince: null,
        detail: 'logs',
        innerPayments: 'by_balances',
        innerPaymentsFrom: null,
      },
    ]);
  });

  it('has no compared block for a wallet that the last check did not include', async () => {
    const { data } = await reader.ok(routes.getWalletCoverage, ofWallet(added));
    expect(data).toMatchObject([
      { since: 2_001, ranges: [], gaps: [{ from: 0, to: 2_000 }], reconciledTo: null, openDifferences: 0 },
      { since: null, reconciledTo: null, detail: 'full' },
    ]);
  });

  it('is 404 for another organisation, and 401 without a key', async () => {
    expect(await stranger.refused(routes.getWalletCoverage, ofWallet())).toEqual(NOT_FOUND);
    expect(await api().refused(routes.getWalletCoverage, ofWallet())).toMatchObject({ status: 401 });
  });
});
