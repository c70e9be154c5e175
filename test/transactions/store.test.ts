import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { PricedAsset, PriceSource } from '../../lib/prices/price.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { type Draft, priced, recordTransaction, type UnpricedTransfer } from '../../lib/transactions/store.ts';
import { transactionId } from '../../lib/transactions/transaction-id.ts';
import { normalise } from '../../lib/values/decimal.ts';
import { aDraft, aTokenTransfer, aTransfer, at, organisation, USDC } from '../support/records.ts';

/** Prices by symbol, with a list of the requests. */
function fixed(prices: Record<string, string>) {
  const asked: { asset: PricedAsset; at: Date }[] = [];
  const source: PriceSource = {
    pricesAt: async (assets, when) =>
      assets.map((asset) => {
        asked.push({ asset, at: when });
        const usd = prices[asset.symbol];
        return usd === undefined ? { status: 'unpriced' } : { status: 'known', usd };
      }),
  };
  return { source, asked };
}

const unpriced = ({ valueUsd: _, ...transfer }: ReturnType<typeof aTransfer>): UnpricedTransfer => transfer;

describe('priced', () => {
  it('multiplies amounts and prices of any length exactly', async () => {
    const { source } = fixed({ ETH: '2999.123456789012345678' });
    const amounts = ['0.000000000000000001', String(2n ** 256n - 1n), '0'];
    const transfers = amounts.map((amount) => unpriced(aTransfer({ amount })));
    const price = 2_999_123_456_789_012_345_678n;
    const scaled = String((2n ** 256n - 1n) * price);
    expect((await priced(source, 'ethereum', at, transfers)).map(({ valueUsd }) => valueUsd)).toEqual([
      `0.${String(price).padStart(36, '0')}`,
      normalise(`${scaled.slice(0, -18)}.${scaled.slice(-18)}`),
      '0',
    ]);
  });

  it('asks for the price of each asset once', async () => {
    const { source, asked } = fixed({ ETH: '2', USDC: '1' });
    const transfers = [aTransfer(), aTokenTransfer(), aTokenTransfer({ amount: '7' }), aTransfer({ amount: '3' })];
    const values = (await priced(source, 'ethereum', at, transfers.map(unpriced))).map(({ valueUsd }) => valueUsd);
    expect(values).toEqual(['2', '100', '7', '6']);
    expect(asked.map(({ asset }) => asset.symbol)).toEqual(['ETH', 'USDC']);
  });

  it('gives no value to an amount in the smallest unit, and asks for no price', async () => {
    const { source, asked } = fixed({ USDC: '1' });
    const transfers = [{ ...unpriced(aTokenTransfer({ amount: '5000000' })), isRaw: true as const }];
    expect(await priced(source, 'ethereum', at, transfers)).toEqual([{ ...transfers[0], valueUsd: null }]);
    expect(asked).toEqual([]);
  });

  it('marks a transfer whose source failed, and no other', async () => {
    const source: PriceSource = {
      pricesAt: async (assets) => assets.map(({ symbol }) => ({ status: symbol === 'ETH' ? 'failed' : 'unpriced' })),
    };
    const transfers = [aTransfer(), aTokenTransfer()].map(unpriced);
    expect(await priced(source, 'ethereum', at, transfers)).toEqual([
      { ...transfers[0], valueUsd: null, valuePending: true },
      { ...transfers[1], valueUsd: null },
    ]);
  });

  it('requests the price by chain, address and symbol at the time of the block', async () => {
    const { source, asked } = fixed({});
    await priced(source, 'base', at, [unpriced(aTokenTransfer())]);
    expect(asked).toEqual([{ asset: { chain: 'base', tokenAddress: USDC, symbol: 'USDC' }, at: new Date(at) }]);
  });

  it('gives null and not zero when the price is unknown', async () => {
    const [transfer] = await priced(fixed({}).source, 'ethereum', at, [unpriced(aTransfer())]);
    expect(transfer?.valueUsd).toBeNull();
  });

  it.each(['native', 'ERC-20', 'SPL', 'Token-2022', 'issued', 'MPT'])('prices units of %s', async (standard) => {
    const [transfer] = await priced(fixed({ ETH: '2' }).source, 'ethereum', at, [unpriced(aTransfer({ standard }))]);
    expect(transfer?.valueUsd).toBe('2');
  });

  it.each(['ERC-721', 'ERC-1155'])('requests no price for %s, whose units differ', async (standard) => {
    const { source, asked } = fixed({ ETH: '2' });
    const [transfer] = await priced(source, 'ethereum', at, [unpriced(aTransfer({ standard, tokenId: '7' }))]);
    expect(transfer?.valueUsd).toBeNull();
    expect(asked).toEqual([]);
  });
});

/** A repository that keeps the stored record, with the other dependencies of recording. */
function recording() {
  const stored: StoredTransaction[] = [];
  const deps = {
    prices: fixed({ ETH: '2000', USDC: '1' }).source,
    now: () => new Date('2026-03-01T12:00:00.000Z'),
    bounded: async (_: unknown, whole: StoredTransaction) => whole,
    transactions: {
      withLookalikes: async (_: unknown, whole: StoredTransaction) => whole,
      record: async (_: unknown, transaction: StoredTransaction) => {
        stored.push(transaction);
        return { created: true, transaction };
      },
    },
  };
  return { deps, stored };
}

describe('recordTransaction', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('stores the draft with its id, its prices and the time of recording', async () => {
    const { deps, stored } = recording();
    const { transfers: _, ...rest } = aDraft();
    const transfers = [aTokenTransfer(), aTransfer({ amount: '1.5' })].map(unpriced);
    const draft: Draft = { ...rest, transfers };

    const answer = await recordTransaction(deps, organisation, draft);

    expect(answer).toEqual({ created: true, transaction: stored[0] });
    expect(stored).toEqual([
      {
        ...rest,
        tokenAmount: '1.5',
        id: transactionId(organisation, rest.walletId, rest.hash),
        transfers: [aTokenTransfer({ valueUsd: '100' }), aTransfer({ amount: '1.5', valueUsd: '3000' })],
        valueUsd: '3000',
        valueStatus: 'known',
        omitted: { transfers: 0, approvals: 0, authority: 0 },
        effects: null,
        firstInclusion: 0,
        reorged: false,
        inclusion: 0,
        notes: '',
        tags: [],
        annotatedBy: null,
        annotatedByName: null,
        createdAt: '2026-03-01T12:00:00.000Z',
      },
    ]);
  });
});
