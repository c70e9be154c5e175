import { describe, expect, it } from '@jest/globals';
import { compileRule, type EvaluableRule } from '../../../../lib/alerts/rules/compile-rule.ts';
import type { Evaluated } from '../../../../lib/alerts/rules/port/rule-type.ts';
import { aTransfer, evaluated, OURS, THEIRS, USDC } from '../../../support/records.ts';

const evaluateRule = (
  ruleType: EvaluableRule['ruleType'],
  conditions: EvaluableRule['conditions'],
  transaction: Partial<Evaluated>,
  recentCount?: number,
) => compileRule({ ruleType, walletIds: [], conditions }).evaluate(evaluated(transaction), { recentCount });
const matches = (...given: Parameters<typeof evaluateRule>): boolean => evaluateRule(...given).matches;

describe('contract_call', () => {
  it.each<[Partial<Evaluated>, boolean]>([
    [{ txType: 'contract_call' }, true],
    [{ txType: 'contract_call', methodName: 'approve' }, true],
    [{ txType: 'transfer', methodName: 'transfer' }, true],
    [{ txType: 'token_mint', methodName: '0x12345678' }, true],
    [{ txType: 'transfer' }, false],
    // A plain payment has a method name on this chain.
    [{ txType: 'transfer', methodName: 'transfer', chain: 'solana' }, false],
    [{ txType: 'contract_call', methodName: 'swap', chain: 'solana' }, true],
    [{ txType: 'contract_deploy' }, false],
    [{ txType: 'contract_deploy', methodName: 'constructor' }, false],
  ])('for %j fires: %p', (transaction, fires) => {
    expect(matches('contract_call', {}, transaction)).toBe(fires);
  });

  it('with an address fires on calls of this contract, in any case of its hex digits', () => {
    const call = { txType: 'contract_call', toAddress: USDC } as const;
    expect(matches('contract_call', { contract_address: USDC.toLowerCase() }, call)).toBe(true);
    expect(matches('contract_call', { contract_address: THEIRS }, call)).toBe(false);
    expect(matches('contract_call', { contract_address: USDC }, { ...call, toAddress: null })).toBe(false);
    const tokenCall = { txType: 'contract_call', toAddress: THEIRS, called: USDC } as const;
    expect(matches('contract_call', { contract_address: USDC.toLowerCase() }, tokenCall)).toBe(true);
    expect(evaluateRule('contract_call', { contract_address: THEIRS }, call).reasons).toEqual([
      { condition: 'contract_call', expected: 'a contract call', actual: 'contract_call', passed: true },
      { condition: 'contract_address', expected: THEIRS, actual: USDC, passed: false },
    ]);
  });
});

describe('method_call', () => {
  const SELECTOR = '0xa9059cbb';
  const SIGNATURE = 'transfer(address,uint256)';
  const called = { methodName: 'transfer', methodSelector: SELECTOR };
  const onlyNamed = { methodName: 'transfer', methodSelector: null };
  const onlySelected = { methodName: SELECTOR, methodSelector: null };
  const overload = { methodName: 'transfer', methodSelector: '0x6b89016d' };
  const other = { methodName: 'approve', methodSelector: '0x095ea7b3' };
  const none = { methodName: null, methodSelector: null };

  it.each<[string, string[]]>([
    ['transfer', ['called', 'onlyNamed', 'overload']],
    ['Transfer', []],
    [SIGNATURE, ['called', 'onlyNamed', 'onlySelected']],
    ['transfer(address, uint256)', ['called', 'onlyNamed', 'onlySelected']],
    [SELECTOR, ['called', 'onlyNamed', 'onlySelected']],
    ['0xA9059CBB', ['called', 'onlyNamed', 'onlySelected']],
    ['0x6b89016d', ['overload']],
  ])('with method %j matches the call', (method, found) => {
    const calls = { called, onlyNamed, onlySelected, overload, other, none };
    const fires = Object.entries(calls).filter(([, call]) => matches('method_call', { method }, call));
    expect(fires.map(([name]) => name)).toEqual(found);
  });

  it('reports the called method', () => {
    const reason = { condition: 'method', expected: SELECTOR, passed: false };
    expect(evaluateRule('method_call', { method: SELECTOR }, other).reasons).toEqual([
      { ...reason, actual: 'approve' },
    ]);
    expect(evaluateRule('method_call', { method: SELECTOR }, none).reasons).toEqual([{ ...reason, actual: null }]);
  });
});

describe('address_blacklist', () => {
  const flagged = USDC.toLowerCase();

  it.each<[string, Partial<Evaluated>]>([
    ['the sender', { fromAddress: USDC }],
    ['the recipient', { toAddress: USDC }],
    ['who signed for another sender', { sender: USDC }],
    ['the contract that was called', { called: USDC }],
    ['the sender of a transfer', { transfers: [aTransfer(), aTransfer({ from: USDC })] }],
    ['the recipient of a transfer', { transfers: [aTransfer({ to: USDC })] }],
  ])('fires when %s is flagged', (_who, transaction) => {
    expect(matches('address_blacklist', { addresses: [flagged] }, transaction)).toBe(true);
  });

  it('does not fire without a flagged party, nor on a deploy without a recipient', () => {
    expect(matches('address_blacklist', { addresses: [flagged] }, {})).toBe(false);
    expect(matches('address_blacklist', { addresses: [flagged] }, { toAddress: null, transfers: [] })).toBe(false);
  });

  it('reports each flagged party once and does not repeat the whole list', () => {
    const { reasons } = evaluateRule('address_blacklist', { addresses: [OURS, THEIRS, flagged] }, {});
    expect(reasons).toEqual([
      {
        condition: 'addresses',
        expected: 'one of 3 flagged addresses',
        actual: [THEIRS, OURS],
        passed: true,
      },
    ]);
  });

  it('compares Solana addresses with their case', () => {
    const address = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    expect(matches('address_blacklist', { addresses: [address] }, { fromAddress: address })).toBe(true);
    expect(matches('address_blacklist', { addresses: [address.toLowerCase()] }, { fromAddress: address })).toBe(false);
  });
});

describe('gas_spike', () => {
  it('compares the gas price exactly', () => {
    const fires = (gasPriceGwei: string) => matches('gas_spike', { gas_price_gwei: { gt: '100' } }, { gasPriceGwei });
    expect([fires('100'), fires('100.000000001'), fires('99.999999999')]).toEqual([false, true, false]);
  });

  it('does not fire without a gas price', () => {
    const { matches: fires, reasons } = evaluateRule(
      'gas_spike',
      { gas_price_gwei: { gte: 0 } },
      { gasPriceGwei: null },
    );
    expect(fires).toBe(false);
    expect(reasons).toEqual([{ condition: 'gas_price_gwei', expected: { gte: 0 }, actual: null, passed: false }]);
  });
});

describe('frequency', () => {
  const conditions = { count: { gte: 3 }, window_minutes: 60 };

  it.each([
    [2, false],
    [3, true],
    [4, true],
  ])('with %p transactions in the window fires: %p', (recentCount, fires) => {
    expect(matches('frequency', conditions, {}, recentCount)).toBe(fires);
    expect(matches('frequency', { count: { gte: '3' }, window_minutes: '60' }, {}, recentCount)).toBe(fires);
  });

  it('reports the count and the window', () => {
    expect(evaluateRule('frequency', conditions, {}, 2).reasons).toEqual([
      { condition: 'count', expected: { gte: 3, window_minutes: 60 }, actual: 2, passed: false },
    ]);
  });

  it('accepts a window as text', () => {
    const rule = {
      ruleType: 'frequency',
      walletIds: [],
      conditions: { ...conditions, window_minutes: '1440' },
    } as const;
    expect(compileRule({ ...rule, walletIds: [] }).needs).toEqual({ recentCount: 1440 });
  });
});

describe('contract_deploy', () => {
  it.each([
    ['contract_deploy', true],
    ['contract_call', false],
    ['transfer', false],
    ['token_mint', false],
  ] as const)('for a %s fires: %p', (txType, fires) => {
    expect(evaluateRule('contract_deploy', {}, { txType, toAddress: null, transfers: [] })).toEqual({
      matches: fires,
      reasons: [
        { condition: 'status', expected: 'success', actual: 'success', passed: true },
        { condition: 'txType', expected: 'contract_deploy', actual: txType, passed: fires },
      ],
    });
  });
});
