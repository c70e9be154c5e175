import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileRule } from '../../../../lib/alerts/rules/compile-rule.ts';
import { sameAddress, someTransfer, within } from '../../../../lib/alerts/rules/port/conditions.ts';
import { endsAre } from '../../../../lib/alerts/rules/port/ends.ts';
import type { Evaluated } from '../../../../lib/alerts/rules/port/rule-type.ts';
import type { AmountBounds } from '../../../../lib/values/fields.ts';
import { anApproval, aTokenTransfer, aTransfer, evaluated } from '../../../support/records.ts';

/** The largest amount in wei of an EVM log has 78 digits, 18 of them after the point. */
const MAX_WEI = 2n ** 256n - 1n;
const SCALE = 10n ** 18n;
const inEther = (wei: bigint): string => `${wei / SCALE}.${String(wei % SCALE).padStart(18, '0')}`;

describe('within', () => {
  const limit = MAX_WEI / 2n;

  it.each<[keyof AmountBounds, boolean, boolean, boolean]>([
    ['gte', false, true, true],
    ['gt', false, false, true],
    ['lte', true, true, false],
    ['lt', true, false, false],
  ])('compares with %s exactly one wei below, at and above a bound of 78 digits', (bound, below, at, above) => {
    const bounds = { [bound]: inEther(limit) };
    expect([limit - 1n, limit, limit + 1n].map((wei) => within(bounds, inEther(wei)))).toEqual([below, at, above]);
  });

  it('checks every given bound', () => {
    const between = { gt: '1', lte: '2' };
    const amounts = ['1', '1.000000000000000001', '2', '2.000000000000000001'];
    expect(amounts.map((amount) => within(between, amount))).toEqual([false, true, true, false]);
  });

  it.each([
    [1e21, '1000000000000000000000', '999999999999999999999.999999999999999999'],
    [1e-7, '0.0000001', '0.000000099999999999'],
    [0.1, '0.1', '0.099999999999999999'],
    [1e77, `1${'0'.repeat(77)}`, '9'.repeat(77)],
  ])('reads the number %p as its decimal text', (gte, at, below) => {
    expect(within({ gte }, at)).toBe(true);
    expect(within({ gte }, below)).toBe(false);
  });

  it('is false for an unknown amount with any bounds, also with bounds that contain 0', () => {
    expect(within({ gte: '0' }, null)).toBe(false);
    expect(within({ lt: '1' }, null)).toBe(false);
  });
});

const wei = fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(0n, MAX_WEI));
const direction = fc.constantFrom('inbound' as const, 'outbound' as const, 'internal' as const);
const symbol = fc.constantFrom('ETH', 'USDC', 'usdc');
/** The rules ignore the case of a symbol. */
const asset = fc.constantFrom(
  { isToken: false, symbol: 'ETH' },
  { isToken: true, symbol: 'USDC' },
  { isToken: true, symbol: 'usdc' },
);
const transfer = fc
  .record({ amount: wei, usd: fc.option(wei), direction, asset })
  .map(({ asset, ...moved }) => ({ ...moved, ...asset }));
const bounds = fc
  .record({ gte: wei, gt: wei, lte: wei, lt: wei }, { requiredKeys: [] })
  .filter((given) => Object.keys(given).length > 0);

type Moved = typeof transfer extends fc.Arbitrary<infer T> ? T : never;
type Bounds = Partial<Record<keyof AmountBounds, bigint>>;
const holds = ({ gte, gt, lte, lt }: Bounds, actual: bigint): boolean =>
  (gte === undefined || actual >= gte) &&
  (gt === undefined || actual > gt) &&
  (lte === undefined || actual <= lte) &&
  (lt === undefined || actual < lt);
const written = (given: Bounds) => Object.fromEntries(Object.entries(given).map(([key, each]) => [key, inEther(each)]));

/** The transfers of each asset that move something: an issuer of the XRP Ledger issues several currencies. */
const assetsOf = (moved: readonly Moved[]): Moved[][] => [
  ...Map.groupBy(
    moved.filter(({ amount }) => amount > 0n),
    ({ isToken, symbol }) => `${isToken} ${symbol}`,
  ).values(),
];
const total = (values: readonly (bigint | null)[]): bigint =>
  values.reduce<bigint>((sum, each) => sum + (each ?? 0n), 0n);

describe('a rule about transfers', () => {
  it('matches exactly when one transfer, or the sum of the transfers of an asset and a direction, meets them', () => {
    fc.assert(
      fc.property(
        fc.array(transfer, { maxLength: 5 }),
        bounds,
        bounds,
        direction,
        symbol,
        (moved, usd, amount, way, of) => {
          const transaction = evaluated({
            transfers: moved.map((transfer) => ({
              ...(transfer.isToken ? aTokenTransfer() : aTransfer()),
              asset: transfer.symbol,
              amount: inEther(transfer.amount),
              valueUsd: transfer.usd === null ? null : inEther(transfer.usd),
              direction: transfer.direction,
            })),
          });
          const movesValue = moved.filter((transfer) => !transfer.isToken || transfer.amount > 0n);

          const large = compileRule({
            ruleType: 'large_transfer',
            walletIds: [],
            conditions: { value_usd: written(usd), direction: way },
          });
          expect(large.evaluate(transaction, {}).matches).toBe(
            [movesValue, ...assetsOf(movesValue)].some((group, n) => {
              const ofWay = group.filter((transfer) => transfer.direction === way);
              const values = ofWay.map((transfer) => transfer.usd);
              if (n === 0) return values.some((value) => value !== null && holds(usd, value));
              return values.length > 0 && !values.includes(null) && holds(usd, total(values));
            }),
          );

          const token = compileRule({
            ruleType: 'token_transfer',
            walletIds: [],
            conditions: { token_symbol: of, amount: written(amount), direction: way },
          });
          expect(token.evaluate(transaction, {}).matches).toBe(
            [movesValue, ...assetsOf(movesValue)].some((group, n) => {
              const amounts = group
                .filter((transfer) => transfer.symbol.toUpperCase() === of.toUpperCase() && transfer.direction === way)
                .map((transfer) => transfer.amount);
              return n === 0
                ? amounts.some((each) => holds(amount, each))
                : amounts.length > 0 && holds(amount, total(amounts));
            }),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a rule on a sale in two routes', () => {
  const leg = (amount: string, valueUsd: string | null, more: object = {}) =>
    aTokenTransfer({ asset: 'WBTC', amount, valueUsd, direction: 'outbound', ...more });
  const sale = [leg('134.5', '8070000'), leg('89.68', '5380800')];
  const evaluate = (value_usd: AmountBounds, transfers = sale) => {
    const rule = compileRule({ ruleType: 'large_transfer', walletIds: [], conditions: { value_usd } });
    const transaction = evaluated({ transfers });
    return { ...rule.evaluate(transaction, {}), matched: rule.matched(transaction, {}) };
  };

  it('fires on the sum, and says that it compared the sum', () => {
    const { matches, matched, reasons } = evaluate({ gte: 10_000_000 });
    expect(matches).toBe(true);
    expect(matched).toEqual(sale);
    expect(reasons).toContainEqual({
      ...{ condition: 'value_usd (sum of 2 transfers)', expected: { gte: 10_000_000 } },
      ...{ actual: '13450800', passed: true },
    });
  });

  it('names a single transfer that meets the bounds alone', () => {
    const { matched, reasons } = evaluate({ gte: 8_000_000, lt: 9_000_000 });
    expect(matched).toEqual(sale.slice(0, 1));
    expect(reasons.map(({ condition }) => condition)).toContain('value_usd');
  });

  it.each([
    ['of another direction', leg('89.68', '5380800', { direction: 'inbound' })],
    ['of another token', leg('89.68', '5380800', { tokenAddress: '0x52908400098527886E0F7030069857D2E4169EE7' })],
    ['whose value is unknown', leg('89.68', null)],
  ])('adds no transfer %s', (_what, other) => {
    expect(evaluate({ gte: 10_000_000 }, [...sale.slice(0, 1), other]).matches).toBe(false);
  });

  it('may match while the price of a route is pending', () => {
    const pending = leg('89.68', null, { valuePending: true });
    const rule = compileRule({
      ruleType: 'large_transfer',
      walletIds: [],
      conditions: { value_usd: { gte: 10 ** 7 } },
    });
    expect(rule.mayMatch(evaluated({ transfers: [...sale.slice(0, 1), pending] }), {})).toBe(true);
  });
});

describe('a rule by the symbol of a listed token', () => {
  const fake = { asset: 'USDC', tokenAddress: '0x52908400098527886E0F7030069857D2E4169EE7' };
  const onXrp = { asset: 'USDC', tokenAddress: 'rsoLo2S1kiGeCcn6hCUXVrCpGMWLrRrLZz' };
  const fires = (ruleType: 'token_transfer' | 'outbound_only' | 'token_mint' | 'approval', more: Partial<Evaluated>) =>
    compileRule({ ruleType, walletIds: [], conditions: { token_symbol: ['dai', 'usdc'] } }).evaluate(
      evaluated(more),
      {},
    );

  it.each(['ethereum', 'base', 'solana'])('matches no other token of %s that bears the symbol', (chain) => {
    const transfers = [aTokenTransfer({ ...fake, direction: 'outbound' })];
    for (const type of ['token_transfer', 'outbound_only'] as const) {
      expect(fires(type, { chain, transfers }).matches).toBe(false);
    }
    expect(fires('token_mint', { chain, transfers, txType: 'token_mint' }).matches).toBe(false);
    expect(fires('approval', { chain, approvals: [anApproval(fake)] }).matches).toBe(false);
  });

  it('matches no currency of another issuer of the XRP Ledger, and the currency of the issuer', () => {
    const matches = (tokenAddress: string) =>
      fires('token_transfer', { chain: 'xrp', transfers: [aTokenTransfer({ ...onXrp, tokenAddress })] }).matches;
    expect(matches(onXrp.tokenAddress)).toBe(false);
    expect(matches('rGm7WCVp9gb4jZHWTEtGUr4dd74z2XuWhE')).toBe(true);
  });

  it('matches the listed token beside a fake, a token of a test network and an import without an address', () => {
    const moved = (chain: string, ...transfers: Evaluated['transfers']) =>
      fires('token_transfer', { chain, transfers }).matches;
    expect(moved('ethereum', aTokenTransfer(fake), aTokenTransfer())).toBe(true);
    expect(moved('sepolia', aTokenTransfer(fake))).toBe(true);
    expect(moved('ethereum', aTokenTransfer({ tokenAddress: null }))).toBe(true);
  });

  it('says in the reasons that the symbol is borrowed', () => {
    const { reasons } = fires('token_transfer', { chain: 'ethereum', transfers: [aTokenTransfer(fake)] });
    expect(reasons.find(({ condition }) => condition === 'token_symbol')).toMatchObject({
      actual: `USDC of ${fake.tokenAddress}`,
      passed: false,
    });
  });
});

describe('someTransfer', () => {
  const { matches, reasons } = someTransfer(...endsAre({ direction: 'inbound' }));

  it('reports the transfer that meets most conditions when none meets all', () => {
    const transfers = [aTokenTransfer({ amount: '0', direction: 'outbound' }), aTransfer({ direction: 'internal' })];
    expect(matches(evaluated({ transfers }), {})).toBe(false);
    expect(reasons(evaluated({ transfers }), {})).toEqual([
      { condition: 'transfer', expected: 'a transfer of value', actual: '1 ETH', passed: true },
      { condition: 'direction', expected: 'inbound', actual: 'internal', passed: false },
    ]);
  });

  it('reports a missing transfer', () => {
    expect(matches(evaluated({ transfers: [] }), {})).toBe(false);
    expect(reasons(evaluated({ transfers: [] }), {})).toEqual([
      { condition: 'transfer', expected: 'a transfer of value', actual: null, passed: false },
    ]);
  });

  it('does not change the transaction', () => {
    const transaction = evaluated({ transfers: [aTransfer({ direction: 'outbound' }), aTransfer()] });
    const before = structuredClone(transaction);
    expect(matches(transaction, {})).toBe(true);
    expect(reasons(transaction, {})).toHaveLength(2);
    expect(transaction).toEqual(before);
  });
});

describe('sameAddress', () => {
  it.each([
    ['0xABCdef', '0xabcDEF', true],
    ['0XABCDEF', '0xabcdef', true],
    ['0xabcdef', '0xabcdee', false],
    ['So11111111111111111111111111111111111111112', 'so11111111111111111111111111111111111111112', false],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'RHB9CJAWyB4rj91VRWn96DkukG4bwdtyTh', false],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', true],
  ])('compares %s and %s: %p', (a, b, same) => {
    expect(sameAddress(a, b)).toBe(same);
  });
});
