import { describe, expect, it } from '@jest/globals';
import type { BalanceCheck, StoredDifference, TokenBalance, WatchedBalance } from '../../lib/balances/schema.ts';
import { walletBalances } from '../../lib/balances/wallet-balances.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { fixedPrices } from '../../lib/prices/fixed.ts';
import { aDifference, at, aWallet, NFT, OURS, organisation, USDC } from '../support/records.ts';
import { aTokenBalance } from './stored-balances.ts';

const CHECK: BalanceCheck = { height: 2_000, hash: '0x2000', at, tokensAt: at, watchesCode: false };

/** What the table holds of a wallet on a chain. */
interface Held {
  readonly native?: Partial<WatchedBalance> | null;
  readonly check?: BalanceCheck | null;
  readonly tokens?: readonly Partial<TokenBalance>[];
}

/** The rows of a wallet on these chains, in this order. */
async function rows(held: Partial<Record<ChainId, Held>>, open: readonly Partial<StoredDifference>[] = []) {
  const of = (chain: ChainId): Held => held[chain] ?? { native: null };
  const balances = {
    nativeOf: async (chain: ChainId, form: string) => {
      const { native = { amount: '1.5' } } = of(chain);
      return native === null ? null : { sk: `NATIVE#${form}`, left: false as const, ...native };
    },
    lastCheck: async (chain: ChainId) => of(chain).check ?? (of(chain).check === null ? null : CHECK),
    tokens: async (chain: ChainId) => (of(chain).tokens ?? []).map((token) => aTokenBalance(chain, OURS, token)),
  };
  const data = open.map((more) => aDifference(more));
  const differences = {
    openOf: async () => ({ data, meta: { total: data.length, page: 1, pageSize: 100, next: null } }),
  };
  const table = { native: '3000', [USDC]: '1' };
  const prices = fixedPrices(JSON.stringify({ ethereum: table, base: table }));
  const wallet = aWallet({ chains: Object.keys(held) });
  return walletBalances({ balances, differences, prices, now: () => new Date(at) }, organisation, wallet);
}

const tokens = (...all: readonly Partial<TokenBalance>[]) => rows({ ethereum: { native: null, tokens: all } });

describe('the balances of a wallet', () => {
  it('are the native balance as of the last check, then the tokens by name, for each chain in turn', async () => {
    const own = [{ asset: 'ZRX', tokenAddress: NFT }, { asset: 'USDC' }];
    const shown = await rows({ base: { tokens: own }, ethereum: { native: { amount: '0' } } });
    const native = { asset: 'ETH', tokenAddress: null, height: 2_000, at, status: 'matched' };
    const token = { chain: 'base', amount: '100', height: 1_500, at: '2026-03-01T10:00:00.000Z', status: 'matched' };
    expect(shown).toEqual([
      { ...native, chain: 'base', amount: '1.5', valueUsd: '4500' },
      { ...token, asset: 'USDC', tokenAddress: USDC, valueUsd: '100' },
      { ...token, asset: 'ZRX', tokenAddress: NFT, valueUsd: null },
      { ...native, chain: 'ethereum', amount: '0', valueUsd: '0' },
    ]);
  });

  it('have no native row before the first check of the wallet or of the chain', async () => {
    expect(await rows({ ethereum: { native: {} } })).toEqual([]);
    expect(await rows({ ethereum: { native: null } })).toEqual([]);
    expect(await rows({ ethereum: { check: null } })).toEqual([]);
  });

  it('have no value where no price is known', async () => {
    expect(await rows({ sepolia: {}, bsc: {} })).toMatchObject([
      { asset: 'ETH', valueUsd: null },
      { asset: 'BNB', valueUsd: null },
    ]);
  });
});

describe('the balance of a token', () => {
  it('is pending with what moved since the comparison', async () => {
    const [row, ...others] = await tokens({ moved: '-30.5', movedTo: 1_800 });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ amount: '69.5', valueUsd: '69.5', height: 1_800, status: 'pending' });
  });

  it('is pending after movements that cancel each other out', async () => {
    expect(await tokens({ movedTo: 1_800 })).toMatchObject([{ amount: '100', height: 1_800, status: 'pending' }]);
  });

  it('is 0 when more moved out than the wallet had, as a token that takes a fee allows', async () => {
    expect(await tokens({ moved: '-100.5', movedTo: 1_800 })).toMatchObject([{ amount: '0', valueUsd: '0' }]);
  });

  it('has no row when the contract states no balance', async () => {
    expect(await tokens({ amount: null, moved: '5', movedTo: 1_800 })).toEqual([]);
  });
});

describe('an open difference', () => {
  const held = { tokens: [{ asset: 'USDC' }, { asset: 'ZRX', tokenAddress: NFT, movedTo: 1_800 }] };
  const statuses = async (...open: readonly Partial<StoredDifference>[]) =>
    (await rows({ ethereum: held, base: held }, open)).map(({ status }) => status);
  const NONE = ['matched', 'matched', 'pending'];

  it('shows at the native balance of its chain alone', async () => {
    expect(await statuses({ chain: 'base' })).toEqual([...NONE, 'difference', 'matched', 'pending']);
  });

  it('shows at its token, also while the token is pending', async () => {
    expect(await statuses({ tokenAddress: NFT })).toEqual(['matched', 'matched', 'difference', ...NONE]);
    expect(await statuses({ tokenAddress: USDC }, { chain: 'base', tokenAddress: USDC })).toEqual([
      'matched',
      'difference',
      'pending',
      'matched',
      'difference',
      'pending',
    ]);
  });
});
