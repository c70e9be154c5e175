import { describe, expect, it } from '@jest/globals';
import { compileRule, type EvaluableRule } from '../../../../lib/alerts/rules/compile-rule.ts';
import type { Evaluated } from '../../../../lib/alerts/rules/port/rule-type.ts';
import type { Transfer } from '../../../../lib/transactions/schema.ts';
import { aTokenTransfer, aTransfer, evaluated, THEIRS, USDC } from '../../../support/records.ts';

type TransferType = Extract<
  EvaluableRule['ruleType'],
  'any_transfer' | 'large_transfer' | 'token_transfer' | 'inbound_only' | 'outbound_only' | 'token_mint'
>;

const evaluateRule = (ruleType: TransferType, conditions: EvaluableRule['conditions'], transfers: Transfer[]) =>
  compileRule({ ruleType, walletIds: [], conditions }).evaluate(
    evaluated({ transfers, ...(ruleType === 'token_mint' && { txType: 'token_mint' }) }),
    {},
  );
const matches = (...given: Parameters<typeof evaluateRule>): boolean => evaluateRule(...given).matches;

describe('any_transfer', () => {
  it.each(['inbound', 'outbound', 'internal'] as const)(
    'fires on %s transfers, and only on these when the rule names this direction',
    (direction) => {
      const transfers = [aTransfer({ direction })];
      expect(matches('any_transfer', {}, transfers)).toBe(true);
      expect(matches('any_transfer', { direction }, transfers)).toBe(true);
      const others = ['inbound', 'outbound', 'internal'].filter((other) => other !== direction);
      for (const other of others) expect(matches('any_transfer', { direction: other }, transfers)).toBe(false);
    },
  );

  it('does not fire without a transfer', () => {
    expect(matches('any_transfer', {}, [])).toBe(false);
  });

  it('does not fire on a token transfer of zero, which poisons address histories', () => {
    for (const amount of ['0', '0.000', '000']) {
      const { matches: fires, reasons } = evaluateRule('any_transfer', {}, [aTokenTransfer({ amount })]);
      expect(fires).toBe(false);
      expect(reasons).toContainEqual({
        condition: 'transfer',
        expected: 'a transfer of value',
        actual: `${amount} USDC`,
        passed: false,
      });
    }
    expect(matches('any_transfer', {}, [aTokenTransfer({ amount: '0.000000000000000001' })])).toBe(true);
  });

  it('fires on a transfer of value beside a transfer of zero', () => {
    expect(matches('any_transfer', {}, [aTokenTransfer({ amount: '0' }), aTransfer()])).toBe(true);
  });
});

describe('large_transfer', () => {
  it('compares the USD value with its bound exactly', () => {
    const value = (valueUsd: string) => [aTransfer({ valueUsd })];
    expect(matches('large_transfer', { value_usd: { gte: 10_000 } }, value('10000'))).toBe(true);
    expect(matches('large_transfer', { value_usd: { gte: 10_000 } }, value(`9999.${'9'.repeat(78)}`))).toBe(false);
    expect(matches('large_transfer', { value_usd: { gt: '10000' } }, value(`10000.${'0'.repeat(77)}1`))).toBe(true);
    expect(matches('large_transfer', { value_usd: { gt: '10000' } }, value('10000.00'))).toBe(false);
  });

  it('does not fire without a known price', () => {
    const { matches: fires, reasons } = evaluateRule('large_transfer', { value_usd: { gte: 0 } }, [
      aTransfer({ valueUsd: null }),
    ]);
    expect(fires).toBe(false);
    expect(reasons).toContainEqual({ condition: 'value_usd', expected: { gte: 0 }, actual: null, passed: false });
  });

  it('requires one transfer that is large and has the direction', () => {
    const conditions = { value_usd: { gte: 1000 }, direction: 'outbound' };
    const [large, out] = [aTransfer({ valueUsd: '5000' }), aTransfer({ valueUsd: '5', direction: 'outbound' })];
    expect(matches('large_transfer', conditions, [large, out])).toBe(false);
    expect(matches('large_transfer', conditions, [large, out, { ...large, direction: 'outbound' }])).toBe(true);
  });

  it('adds up the transfers of one asset, and not of two', () => {
    const small = aTransfer({ valueUsd: '600' });
    expect(matches('large_transfer', { value_usd: { gte: 1000 } }, [small, small])).toBe(true);
    expect(matches('large_transfer', { value_usd: { gte: 1000 } }, [small, aTokenTransfer({ valueUsd: '600' })])).toBe(
      false,
    );
  });
});

describe('token_transfer', () => {
  it.each([['usdc'], ['USDC'], [['dai', 'uSdC']]])('matches the symbol %p in any case', (token_symbol) => {
    expect(matches('token_transfer', { token_symbol }, [aTokenTransfer()])).toBe(true);
    expect(matches('token_transfer', { token_symbol }, [aTokenTransfer({ asset: 'USDC.e' })])).toBe(false);
  });

  it('matches an EVM token address in any case, but not a symbol as an address', () => {
    for (const token_address of [USDC, USDC.toLowerCase(), `0x${USDC.slice(2).toUpperCase()}`]) {
      expect(matches('token_transfer', { token_address }, [aTokenTransfer()])).toBe(true);
      expect(matches('token_transfer', { token_address }, [aTokenTransfer({ tokenAddress: `${USDC}0` })])).toBe(false);
    }
    expect(matches('token_transfer', { token_address: USDC }, [aTransfer({ asset: 'USDC' })])).toBe(false);
  });

  it('matches a Solana mint only in its own case', () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const transfers = [aTokenTransfer({ tokenAddress: mint, standard: 'SPL' })];
    expect(matches('token_transfer', { token_address: mint }, transfers)).toBe(true);
    expect(matches('token_transfer', { token_address: mint.toLowerCase() }, transfers)).toBe(false);
  });

  it('requires symbol, address, amount and direction in the same transfer', () => {
    const conditions = {
      token_symbol: 'USDC',
      token_address: USDC,
      amount: { gte: '100' },
      direction: 'inbound',
    };
    expect(matches('token_transfer', conditions, [aTokenTransfer()])).toBe(true);
    const spoilt: Partial<Transfer>[] = [
      { asset: 'DAI' },
      { tokenAddress: null },
      { amount: `99.${'9'.repeat(18)}` },
      { direction: 'outbound' },
    ];
    for (const more of spoilt) expect(matches('token_transfer', conditions, [aTokenTransfer(more)])).toBe(false);
    expect(matches('token_transfer', conditions, spoilt.map(aTokenTransfer))).toBe(false);
  });
});

describe.each([
  ['inbound_only', 'inbound', 'outbound'],
  ['outbound_only', 'outbound', 'inbound'],
] as const)('%s', (ruleType, own, other) => {
  it(`fires on ${own} transfers, not on ${other} or internal ones`, () => {
    const fires = (direction: Transfer['direction']) => matches(ruleType, {}, [aTransfer({ direction })]);
    expect([fires(own), fires(other), fires('internal')]).toEqual([true, false, false]);
  });

  it('requires value and symbol in a transfer of this direction', () => {
    const conditions = { value_usd: { gte: 100 }, token_symbol: ['usdc'] };
    const right = aTokenTransfer({ direction: own });
    expect(matches(ruleType, conditions, [right])).toBe(true);
    expect(
      matches(ruleType, conditions, [
        { ...right, valueUsd: '99.99' },
        { ...right, direction: other },
      ]),
    ).toBe(false);
    expect(matches(ruleType, conditions, [{ ...right, asset: 'DAI' }])).toBe(false);
  });
});

describe.each([
  ['large_transfer', 'inbound'],
  ['inbound_only', 'inbound'],
  ['outbound_only', 'outbound'],
] as const)('%s about a USD value that nobody knows', (ruleType, direction) => {
  const unpriced: Transfer = aTransfer({ direction, valueUsd: null });
  const pending = { ...unpriced, valuePending: true } as const;
  const answers = (transfer: Evaluated['transfers'][number], more: object) => {
    const rule = compileRule({ ruleType, walletIds: [], conditions: { value_usd: { gte: 1000 }, ...more } });
    const asked = evaluated({ transfers: [transfer] });
    const { matches: fires, reasons } = rule.evaluate(asked, {});
    const actual = reasons.find(({ condition }) => condition === 'value_usd')?.actual;
    return { fires, mayFire: rule.mayMatch(asked, {}), actual };
  };

  it.each([{}, { unknown_value: 'ignore' }])('waits for a price that failed, and for no other, with %j', (more) => {
    expect(answers(pending, more)).toEqual({ fires: false, mayFire: true, actual: null });
    expect(answers(unpriced, more)).toEqual({ fires: false, mayFire: false, actual: null });
  });

  it('fires at once and says so with unknown_value match', () => {
    const more = { unknown_value: 'match' };
    for (const transfer of [pending, unpriced]) {
      expect(answers(transfer, more)).toEqual({ fires: true, mayFire: true, actual: 'unknown' });
    }
  });

  it('compares a known value with its bound also with unknown_value match', () => {
    const fires = (valueUsd: string) => answers({ ...unpriced, valueUsd }, { unknown_value: 'match' }).fires;
    expect([fires('999'), fires('1000')]).toEqual([false, true]);
  });
});

describe('token_mint', () => {
  it('fires on a mint of any token, or of the token with the given symbol or address', () => {
    for (const conditions of [{}, { token_symbol: 'usdc' }, { token_address: USDC.toLowerCase() }]) {
      expect(matches('token_mint', conditions, [aTokenTransfer()])).toBe(true);
    }
    for (const conditions of [{ token_symbol: 'DAI' }, { token_address: THEIRS }]) {
      expect(matches('token_mint', conditions, [aTokenTransfer()])).toBe(false);
    }
  });

  it('does not fire on a transfer of the token that is no mint', () => {
    const rule = compileRule({ ruleType: 'token_mint', walletIds: [], conditions: { token_symbol: 'USDC' } });
    const { matches: fires, reasons } = rule.evaluate(evaluated({ transfers: [aTokenTransfer()] }), {});
    expect(fires).toBe(false);
    expect(reasons).toContainEqual({ condition: 'txType', expected: 'token_mint', actual: 'transfer', passed: false });
  });
});
