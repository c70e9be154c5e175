import { describe, expect, it } from '@jest/globals';
import { BalanceSumsQuery, balanceSums } from '../../lib/balances/balance-sums.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Price, PricedAsset } from '../../lib/prices/price.ts';
import { aStoredTransaction, at, aWallet, NFT, OURS, organisation, USDC, uuid } from '../support/records.ts';
import { aTokenBalance } from './stored-balances.ts';

const EARLIER = '2026-01-30T23:00:00.000Z';
const wallets = [
  aWallet({ id: uuid(1), chains: ['ethereum', 'base'] }),
  aWallet({ id: uuid(2), chains: ['bsc'] }),
  aWallet({ id: uuid(3), chains: ['xrp'], destinationTag: 7 }),
  aWallet({ id: uuid(4), deletedAt: at }),
  aWallet({ id: uuid(5), chains: ['base'] }),
];
const ids = wallets.slice(0, 4).map(({ id }) => id);

const known = (usd: string) => ({ status: 'known' as const, usd });

/** What the service answers, and which prices it asked for. */
async function sums(
  walletIds: readonly string[] | undefined,
  tokens = 1,
  { amount = '2', price = known('3000') }: { readonly amount?: string; readonly price?: Price } = {},
) {
  const asked: PricedAsset[] = [];
  const checks: ChainId[] = [];
  const deps = {
    balances: {
      nativeOf: async (chain: ChainId, form: string) =>
        chain === 'bsc' ? null : { sk: `NATIVE#${form}`, left: false as const, amount },
      isRight: async () => true,
      lastCheck: async (chain: ChainId) => {
        checks.push(chain);
        return { height: 2_000, hash: '0x2000', tokensAt: at, at: chain === 'base' ? EARLIER : at };
      },
      tokens: async (chain: ChainId) =>
        chain !== 'ethereum'
          ? []
          : [
              ...(tokens > 0 ? [aTokenBalance(chain, OURS)] : []),
              aTokenBalance(chain, OURS, { asset: 'ZERO', tokenAddress: NFT, amount: '0' }),
              ...Array.from({ length: Math.max(0, tokens - 1) }, (_, n) =>
                aTokenBalance(chain, OURS, { asset: 'SPAM', tokenAddress: `0x${String(n).padStart(40, '0')}` }),
              ),
            ],
    },
    transactions: {
      async *walk(_: unknown, { walletId, chain }: { readonly walletId?: string; readonly chain?: ChainId }) {
        if (walletId === uuid(3) || chain === 'base') {
          yield { records: [aStoredTransaction({ blockTimestamp: EARLIER })], last: '' };
        }
      },
      whole: async () => aStoredTransaction(),
    },
    prices: {
      pricesAt: async (assets: readonly PricedAsset[]) => {
        asked.push(...assets);
        return assets.map(({ tokenAddress }) =>
          tokenAddress === null ? price : tokenAddress === USDC ? known('1') : { status: 'unpriced' as const },
        );
      },
    },
    wallets: {
      byId: async () => new Map(wallets.map((wallet) => [wallet.id, wallet])),
      list: async (_: unknown, { pageSize }: { readonly pageSize: number }) => ({
        data: wallets.slice(0, 2),
        meta: { total: 2, page: 1, pageSize, next: null },
      }),
    },
    now: () => new Date(at),
  };
  return { answer: await balanceSums(deps, organisation, { walletIds: walletIds && [...walletIds] }), asked, checks };
}

describe('The sums of balances', () => {
  it('add up all chains and tokens of a wallet, and tell the oldest check and the newest transaction', async () => {
    const { answer } = await sums([uuid(1)]);
    expect(answer).toEqual([
      { walletId: uuid(1), valueUsd: '12100', isComplete: true, at: EARLIER, lastTransactionAt: EARLIER },
    ]);
  });

  it('are unknown before the first check, and for a wallet with a tag, whose last transaction is known', async () => {
    const { answer } = await sums(ids);
    expect(answer.slice(1)).toEqual([
      { walletId: uuid(2), valueUsd: null, isComplete: true, at: null, lastTransactionAt: null },
      { walletId: uuid(3), valueUsd: null, isComplete: true, at: null, lastTransactionAt: EARLIER },
    ]);
  });

  it('are not complete while a price fails or nobody asks for it, and known for an empty wallet', async () => {
    const failing = await sums([uuid(1)], 1, { price: { status: 'failed' } });
    expect(failing.answer).toMatchObject([{ valueUsd: '100', isComplete: false }]);
    expect((await sums([uuid(1)], 200)).answer).toMatchObject([{ isComplete: false }]);
    expect((await sums([uuid(1)], 0, { amount: '0' })).answer).toMatchObject([{ valueUsd: '0', isComplete: true }]);
  });

  it('ask once for the price of each asset, for well-known assets first, and for at most 100', async () => {
    const { asked } = await sums(ids, 200);
    expect(asked).toHaveLength(100);
    expect(asked.slice(0, 3).map(({ chain, tokenAddress }) => [chain, tokenAddress])).toEqual([
      ['ethereum', null],
      ['base', null],
      ['ethereum', USDC],
    ]);
    expect(asked.some(({ tokenAddress }) => tokenAddress === NFT)).toBe(false);
  });

  it('read the last check of a chain once, however many wallets use the chain', async () => {
    const { answer, checks } = await sums([uuid(1), uuid(5)]);
    expect(answer.map(({ at: checkedAt }) => checkedAt)).toEqual([EARLIER, EARLIER]);
    expect(checks.sort()).toEqual(['base', 'ethereum']);
  });

  it('are those of the newest wallets when nobody names a wallet', async () => {
    const { answer } = await sums(undefined);
    expect(answer.map(({ walletId }) => walletId)).toEqual([uuid(1), uuid(2)]);
  });

  it('take 1 to 25 ids of wallets', () => {
    const read = (walletIds: string) => BalanceSumsQuery.safeParse({ walletIds }).success;
    const some = (count: number) => Array.from({ length: count }, (_, n) => uuid(n + 1)).join(',');
    expect([read(some(1)), read(some(25))]).toEqual([true, true]);
    expect([read(''), read(some(26)), read('x'), read(`${uuid(1)},`)]).toEqual([false, false, false, false]);
  });
});
