import { describe, expect, it } from '@jest/globals';
import { balanceHistory } from '../../lib/balances/balance-history.ts';
import { type History, pointsOf } from '../../lib/balances/balance-points.ts';
import { type DailyBalance, dayNotes } from '../../lib/balances/daily-balances.ts';
import { aWallet, OURS, organisation, USDC, uuid } from '../support/records.ts';

const eth = (
  day: string,
  amount: string,
  price: Pick<DailyBalance, 'priceUsd'> = { priceUsd: '100' },
): DailyBalance => ({
  ...{ day, asset: 'ETH', tokenAddress: null, amount, ...price },
});
const UNPRICED = { priceUsd: null };
const usdc = (day: string, amount: string): DailyBalance => ({
  ...{ day, asset: 'USDC', tokenAddress: USDC, amount, priceUsd: '1' },
});
const history = (daily: readonly DailyBalance[], more: Partial<History> = {}): History => ({
  ...{ chain: 'ethereum', form: '0x1', since: '2026-01-01', daily },
  ...more,
});
const days = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => `2026-01-${String(first + n).padStart(2, '0')}`);
const summary = (points: ReturnType<typeof pointsOf>) => points.map(({ at, valueUsd }) => [at.slice(8, 10), valueUsd]);

describe('The history of balances', () => {
  it('repeats the last balance on a day without a change', () => {
    const points = pointsOf([history([eth('2026-01-04', '2'), eth('2026-01-02', '1')])], days(1, 5));
    expect(summary(points)).toEqual([
      ['02', '100'],
      ['03', '100'],
      ['04', '200'],
      ['05', '200'],
    ]);
    expect(points[0]).toEqual({
      at: '2026-01-02T00:00:00.000Z',
      valueUsd: '100',
      byAsset: [{ chain: 'ethereum', asset: 'ETH', amount: '1', valueUsd: '100' }],
    });
  });

  it('begins with the balance of an earlier day', () => {
    expect(summary(pointsOf([history([eth('2025-06-01', '3')])], days(1, 2)))).toEqual([
      ['01', '300'],
      ['02', '300'],
    ]);
  });

  it('adds up the assets of all accounts, the most valuable first', () => {
    const own = [
      history([eth('2026-01-01', '1'), usdc('2026-01-01', '50')]),
      history([eth('2026-01-02', '2')], { form: '0x2' }),
      history([eth('2026-01-02', '4')], { chain: 'base' }),
    ];
    expect(pointsOf(own, days(1, 2))).toEqual([
      expect.objectContaining({ valueUsd: '150' }),
      {
        at: '2026-01-02T00:00:00.000Z',
        valueUsd: '750',
        byAsset: [
          { chain: 'base', asset: 'ETH', amount: '4', valueUsd: '400' },
          { chain: 'ethereum', asset: 'ETH', amount: '3', valueUsd: '300' },
          { chain: 'ethereum', asset: 'USDC', amount: '50', valueUsd: '50' },
        ],
      },
    ]);
  });

  it('tells an unknown value from a value of nothing', () => {
    const unknown = history([eth('2026-01-01', '1', UNPRICED), eth('2026-01-02', '0', UNPRICED)]);
    expect(summary(pointsOf([unknown], days(1, 2)))).toEqual([
      ['01', null],
      ['02', '0'],
    ]);
    const both = history([eth('2026-01-01', '1', UNPRICED), usdc('2026-01-01', '50')]);
    expect(summary(pointsOf([both], days(1, 1)))).toEqual([['01', '50']]);
  });

  it('keeps the last price while the sources fail, so that no value is lost', () => {
    const own = history([eth('2026-01-01', '1'), eth('2026-01-02', '3', {}), eth('2026-01-03', '4', UNPRICED)]);
    expect(summary(pointsOf([own], days(1, 3)))).toEqual([
      ['01', '100'],
      ['02', '300'],
      ['03', null],
    ]);
    expect(summary(pointsOf([history([eth('2026-01-01', '1', {})])], days(1, 1)))).toEqual([['01', null]]);
  });

  it('shows no day before the wallet was added, because another organisation may have watched the address', () => {
    const own = history([eth('2026-01-01', '1'), eth('2026-01-03', '2')], { since: '2026-01-02' });
    expect(summary(pointsOf([own], days(1, 3)))).toEqual([
      ['02', '100'],
      ['03', '200'],
    ]);
  });

  it('shows at most 20 assets of a day, and counts all of them', () => {
    const tokens = Array.from({ length: 30 }, (_, n) => ({ ...usdc('2026-01-01', '1'), tokenAddress: `0x${n}` }));
    const [point] = pointsOf([history(tokens)], days(1, 1));
    expect(point?.byAsset).toHaveLength(20);
    expect(point?.valueUsd).toBe('30');
  });
});

describe('A request for the history', () => {
  const wallets = Array.from({ length: 101 }, (_, n) => aWallet({ id: uuid(n), address: OURS, chains: ['ethereum'] }));
  const asked = (found: typeof wallets, total = found.length, notes = [eth('2026-01-31', '1')]) => {
    const reads: string[][] = [];
    const deps = {
      now: () => new Date('2026-01-31T12:00:00Z'),
      wallets: {
        get: async () => aWallet({ destinationTag: 7 }),
        list: async () => ({ data: found, meta: { total, page: 1, pageSize: 100, next: null } }),
      },
      prices: { pricesAt: async (all: readonly unknown[]) => all.map(() => ({ status: 'known' as const, usd: '2' })) },
      balances: {
        days: async (...read: string[]) => {
          reads.push(read);
          return notes;
        },
        nativeOf: async () => ({ sk: 'NATIVE#', left: false as const, amount: '7' }),
        tokens: async () => [],
      },
    };
    return { reads, ask: (query: object = {}) => balanceHistory(deps, organisation, query) };
  };

  it('reads an account once, of however many wallets, and has 30 days by default', async () => {
    const { reads, ask } = asked(wallets.slice(0, 2));
    expect(await ask()).toHaveLength(1);
    expect(reads).toEqual([['ethereum', OURS.toLowerCase(), '2026-01-31']]);
  });

  it('shows the present balance where no check has noted a change', async () => {
    const wallet = aWallet({ address: OURS, chains: ['ethereum'], createdAt: '2026-01-01T00:00:00.000Z' });
    const points = await asked([wallet], 1, [usdc('2026-01-30', '5')]).ask();
    expect(points.map(({ at, valueUsd }) => [at.slice(8, 10), valueUsd])).toEqual([
      ['30', '19'],
      ['31', '19'],
    ]);
    expect(await asked([wallet], 1, []).ask()).toEqual([expect.objectContaining({ valueUsd: '14' })]);
  });

  it('has no day to come', async () => {
    const points = await asked(wallets.slice(0, 1)).ask({ to: '2026-03-01T00:00:00.000Z' });
    expect(points.map(({ at }) => at.slice(0, 10))).toEqual(['2026-01-31']);
  });

  it('needs a wallet beyond 100 wallets, and takes at most 366 days', async () => {
    await expect(asked(wallets.slice(0, 100), 101).ask()).rejects.toMatchObject({ errors: [{ path: 'walletId' }] });
    const { ask } = asked([]);
    await expect(ask({ from: '2024-01-01T00:00:00.000Z' })).rejects.toMatchObject({ errors: [{ path: 'from' }] });
    await expect(ask({ from: '2026-02-02T00:00:00.000Z' })).rejects.toMatchObject({ errors: [{ path: 'from' }] });
  });

  it('finds nothing for a wallet with a tag, because the balance belongs to the whole account', async () => {
    const { reads, ask } = asked(wallets);
    expect(await ask({ walletId: uuid(1) })).toEqual([]);
    expect(reads).toEqual([]);
  });
});

describe('The note of a balance', () => {
  it('has the price at the block, and none while the sources fail', async () => {
    const asked: unknown[] = [];
    const prices = {
      pricesAt: async (assets: readonly { symbol: string }[], at: Date) => {
        asked.push([assets.map(({ symbol }) => symbol), at.toISOString()]);
        return assets.map(({ symbol }) =>
          symbol === 'ETH' ? { status: 'known' as const, usd: '2500' } : { status: 'failed' as const },
        );
      },
    };
    const [native, token] = [
      { asset: 'ETH', tokenAddress: null },
      { asset: 'USDC', tokenAddress: USDC },
    ];
    const note = await dayNotes({ prices }, 'ethereum', '2026-01-31T23:59:59.000Z', [native, token, token]);
    expect(note({ ...native, form: '0x1', amount: '2' }).put).toMatchObject({ day: '2026-01-31', priceUsd: '2500' });
    expect(note({ ...token, form: '0x1', amount: '2' }).put).not.toHaveProperty('priceUsd');
    expect(asked).toEqual([[['ETH', 'USDC'], '2026-01-31T23:59:59.000Z']]);
  });
});
