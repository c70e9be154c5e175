import { describe, expect, it } from '@jest/globals';
import type { BalanceCheck, StoredDifference, TokenBalance, WatchedBalance } from '../../lib/balances/schema.ts';
import { walletBalances } from '../../lib/balances/wallet-balances.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { fixedPrices } from '../../lib/prices/fixed.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import {
  aDifference,
  aStoredTransaction,
  aTransfer,
  at,
  aWallet,
  NFT,
  OURS,
  organisation,
  THEIRS,
  USDC,
} from '../support/records.ts';
import { aTokenBalance } from './stored-balances.ts';

type TransferOf = StoredTransaction['transfers'][number];

/** The hash of a block that has left the chain. */
const ORPHANED = '0xdead';

const CHECK: BalanceCheck = { height: 2_000, hash: '0x2000', at, tokensAt: at, watchesCode: false };

/** What the table holds of a wallet on a chain. */
interface Held {
  readonly native?: Partial<WatchedBalance> | null;
  readonly check?: BalanceCheck | null;
  readonly tokens?: readonly Partial<TokenBalance>[];
  /** Records of the wallet on the chain, the newest first. */
  readonly records?: readonly Partial<StoredTransaction>[];
}

/** The rows of a wallet on these chains, in this order. */
async function rows(held: Partial<Record<ChainId, Held>>, open: readonly Partial<StoredDifference>[] = []) {
  const of = (chain: ChainId): Held => held[chain] ?? { native: null };
  const balances = {
    nativeOf: async (chain: ChainId, form: string) => {
      const { native = { amount: '1.5' } } = of(chain);
      return native === null ? null : { sk: `NATIVE#${form}`, left: false as const, ...native };
    },
    isRight: async (_: unknown, check: BalanceCheck | null, { height, hash }: { height: number; hash?: string }) =>
      height <= (check?.height ?? 0) || hash !== ORPHANED,
    lastCheck: async (chain: ChainId) => of(chain).check ?? (of(chain).check === null ? null : CHECK),
    tokens: async (chain: ChainId) => (of(chain).tokens ?? []).map((token) => aTokenBalance(chain, OURS, token)),
  };
  const transactions = {
    async *walk(_: unknown, { chain }: { readonly chain?: ChainId }, { step = 1 } = {}) {
      const records = (chain === undefined ? [] : (of(chain).records ?? [])).map((record) =>
        aStoredTransaction({ blockHash: '0x1', ...record }),
      );
      for (let n = 0; n < records.length; n += step) yield { records: records.slice(n, n + step), last: '' };
    },
    whole: async (_: unknown, record: StoredTransaction) => record,
  };
  const data = open.map((more) => aDifference(more));
  const differences = {
    openOf: async () => ({ data, meta: { total: data.length, page: 1, pageSize: 100, next: null } }),
  };
  const table = { native: '3000', [USDC]: '1' };
  const prices = fixedPrices(JSON.stringify({ ethereum: table, base: table }));
  const wallet = aWallet({ chains: Object.keys(held) });
  const deps = { balances, differences, transactions, prices, now: () => new Date(at) };
  return walletBalances(deps, organisation, wallet);
}

const tokens = (...all: readonly Partial<TokenBalance>[]) => rows({ ethereum: { native: null, tokens: all } });

describe('the balances of a wallet', () => {
  it('are the native balance as of the last check, then the tokens by name, for each chain in turn', async () => {
    const own = [{ asset: 'ZRX', tokenAddress: NFT }, { asset: 'USDC' }];
    const shown = await rows({ base: { tokens: own }, ethereum: { native: { amount: '0' } } });
    const native = { asset: 'ETH', tokenAddress: null, height: 2_000, at, status: 'matched', onChain: null };
    const checked = { height: 1_500, at: '2026-03-01T10:00:00.000Z', status: 'matched', onChain: null };
    const token = { chain: 'base', amount: '100', ...checked };
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

  it('have no row for what a check has stored after a block that has left the chain', async () => {
    const lost = { height: 2_005, hash: ORPHANED };
    const native = { amount: '9', ...lost };
    expect(
      await rows({ ethereum: { native, tokens: [{ ...lost, movedTo: 2_005 }, { tokenAddress: NFT }] } }),
    ).toMatchObject([{ tokenAddress: NFT }]);
    expect(await rows({ ethereum: { native: { ...native, hash: '0x1' } } })).toMatchObject([
      { amount: '9', height: 2_005 },
    ]);
  });

  it('have no value where no price is known', async () => {
    expect(await rows({ sepolia: {}, bsc: {} })).toMatchObject([
      { asset: 'ETH', valueUsd: null },
      { asset: 'BNB', valueUsd: null },
    ]);
  });
});

describe('the native balance after the last check', () => {
  const paid = (amount: string, blockNumber: number, more: Partial<StoredTransaction> = {}) => ({
    ...{ blockNumber, fromAddress: OURS, feeAmount: '0.1', tokenAmount: amount },
    ...{ transfers: [aTransfer({ from: OURS, to: THEIRS, amount })], ...more },
  });
  const received = (amount: string, blockNumber: number) => ({
    ...{
      blockNumber,
      fromAddress: THEIRS,
      feeAmount: '0.1',
      transfers: [aTransfer({ from: THEIRS, to: OURS, amount })],
    },
  });
  const native = async (...records: readonly Partial<StoredTransaction>[]) =>
    rows({ ethereum: { native: { amount: '10' }, records } });

  it('has the movements since, with the fees that the wallet paid, and is pending', async () => {
    const since = [received('5', 2_003), paid('2', 2_001), paid('3', 2_000), paid('4', 1_999)];
    expect(await native(...since)).toMatchObject([
      { amount: '12.9', valueUsd: '38700', height: 2_003, status: 'pending', at },
    ]);
  });

  it('is never negative', async () => {
    expect(await native(paid('11', 2_001))).toMatchObject([{ amount: '0', status: 'pending' }]);
  });

  it('does not count an import that no block has confirmed', async () => {
    expect(await native(paid('2', 2_001, { blockHash: null }))).toMatchObject([{ amount: '10', status: 'matched' }]);
  });

  it('does not end at an import whose height only its caller states, nor within blocks of the same time', async () => {
    const low = paid('1', 5, { blockHash: null });
    const atCheck = paid('3', 2_000);
    expect(await native(low, received('5', 2_003), atCheck, paid('2', 2_001))).toMatchObject([{ amount: '12.9' }]);
  });

  it('of an account with tags is that of the check, because each wallet has the records of its tag alone', async () => {
    const [row] = await rows({ xrp: { native: { amount: '10' }, records: [received('5', 2_003)] } });
    expect(row).toMatchObject({ amount: '10', height: 2_000, status: 'matched' });
  });

  it('stays that of the check when more than 200 records came since, and is pending', async () => {
    const many = Array.from({ length: 250 }, (_, n) => received('1', 3_000 - n));
    expect(await native(...many)).toMatchObject([{ amount: '10', height: 2_000, status: 'pending' }]);
    expect(await native(...many.slice(0, 199))).toMatchObject([{ amount: '209', height: 3_000 }]);
  });

  it('counts a record once when a check that did not finish has stored a newer balance', async () => {
    const stored = { amount: '8', height: 2_001 };
    const [row] = await rows({ ethereum: { native: stored, records: [paid('2', 2_001)] } });
    expect(row).toMatchObject({ amount: '8', status: 'matched' });
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

  const moves = (amount: string, blockNumber: number, more: Partial<TransferOf> = {}) => ({
    ...{ blockNumber, fromAddress: THEIRS, feeAmount: '0.1' },
    transfers: [aTransfer({ from: OURS, to: THEIRS, amount, standard: 'ERC-20', tokenAddress: USDC, ...more })],
  });
  const since = async (token: Partial<TokenBalance>, ...records: readonly Partial<StoredTransaction>[]) => {
    const [row] = await rows({ ethereum: { native: null, tokens: [token], records } });
    return row;
  };

  it('has what the records say since the last check, at once', async () => {
    const back = moves('5', 2_003, { from: THEIRS, to: OURS });
    const other = moves('7', 2_002, { tokenAddress: NFT });
    expect(await since({}, back, other, moves('20', 2_001))).toMatchObject({
      ...{ amount: '85', valueUsd: '85', height: 2_003, status: 'pending' },
    });
    expect(await since({}, other)).toMatchObject({ amount: '100', height: 1_500, status: 'matched' });
  });

  it('counts each record once, also when a check that did not finish has added it up', async () => {
    const [later, earlier] = [moves('20', 2_005), moves('30', 2_001)];
    expect(await since({ moved: '-30', movedTo: 2_003 }, later, earlier)).toMatchObject({ amount: '50' });
    expect(await since({ amount: '70', height: 2_003, movedTo: 2_003 }, earlier)).toMatchObject({
      ...{ amount: '70', status: 'matched' },
    });
    expect(await since({ moved: '-30', movedTo: 1_800 }, moves('30', 1_800))).toMatchObject({ amount: '70' });
  });

  it('stays that of the checks when an amount is in the smallest unit, or when too many records came', async () => {
    const raw = moves('20000000', 2_001, { isRaw: true });
    expect(await since({}, raw)).toMatchObject({ amount: '100', height: 1_500, status: 'pending' });
    const many = Array.from({ length: 250 }, (_, n) => moves('0.1', 3_000 - n));
    expect(await since({}, ...many)).toMatchObject({ amount: '100', height: 1_500, status: 'pending' });
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
