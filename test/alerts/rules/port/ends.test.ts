import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileRule } from '../../../../lib/alerts/rules/compile-rule.ts';
import { transferTerms } from '../../../../lib/alerts/rules/port/ends.ts';
import { indexRules } from '../../../../lib/alerts/rules/rule-index.ts';
import { conditionErrors } from '../../../../lib/alerts/rules/schema.ts';
import type { StoredTransfer } from '../../../../lib/transactions/schema.ts';
import { aRule, aTransfer, evaluated } from '../../../support/records.ts';

/** The six ways in which money moves between a wallet and another end, and what each is called. */
const moves = {
  paysOutside: { direction: 'outbound' },
  isPaidFromOutside: { direction: 'inbound' },
  paysOwnWallet: { direction: 'internal', side: 'sends' },
  isPaidByOwnWallet: { direction: 'internal', side: 'receives' },
  paysItself: { direction: 'internal', side: 'both' },
  isOfOlderRecord: { direction: 'internal' },
} as const satisfies Record<string, Pick<StoredTransfer, 'direction' | 'side'>>;
type Move = keyof typeof moves;
const allMoves: readonly Move[] = [
  'paysOutside',
  'isPaidFromOutside',
  'paysOwnWallet',
  'isPaidByOwnWallet',
  'paysItself',
  'isOfOlderRecord',
];

const transferOf = (move: Move, more: Partial<StoredTransfer> = {}): StoredTransfer => ({
  ...aTransfer(),
  ...moves[move],
  ...more,
});
const ruleOf = (ruleType: 'any_transfer' | 'large_transfer' | 'outbound_only' | 'inbound_only', conditions: object) =>
  compileRule({ ruleType, walletIds: [], conditions: { ...conditions } });
const firesOn = (...given: Parameters<typeof ruleOf>): Move[] =>
  allMoves.filter((move) => ruleOf(...given).matches(evaluated({ transfers: [transferOf(move)] }), {}));

describe('The ends of a transfer', () => {
  it.each<[object, Move[]]>([
    [{}, [...allMoves]],
    [{ side: 'sends' }, ['paysOutside', 'paysOwnWallet', 'paysItself', 'isOfOlderRecord']],
    [{ side: 'receives' }, ['isPaidFromOutside', 'isPaidByOwnWallet', 'paysItself', 'isOfOlderRecord']],
    [{ other_end: 'outside' }, ['paysOutside', 'isPaidFromOutside']],
    [{ other_end: 'own' }, ['paysOwnWallet', 'isPaidByOwnWallet', 'paysItself', 'isOfOlderRecord']],
    [{ other_end: 'any' }, [...allMoves]],
    [{ side: 'sends', other_end: 'outside' }, ['paysOutside']],
    [{ side: 'sends', other_end: 'own' }, ['paysOwnWallet', 'paysItself', 'isOfOlderRecord']],
    [{ side: 'receives', other_end: 'outside' }, ['isPaidFromOutside']],
    [{ side: 'sends', direction: 'internal' }, ['paysOwnWallet', 'paysItself', 'isOfOlderRecord']],
    [{ direction: 'outbound' }, ['paysOutside']],
  ])('%j lets the right transfers pass', (conditions, expected) => {
    expect(firesOn('any_transfer', conditions)).toEqual(expected);
  });

  it.each<['outbound_only' | 'inbound_only', object, Move[]]>([
    ['outbound_only', {}, ['paysOutside']],
    ['outbound_only', { side: 'sends' }, ['paysOutside']],
    ['outbound_only', { other_end: 'outside' }, ['paysOutside']],
    ['outbound_only', { other_end: 'own' }, ['paysOwnWallet', 'paysItself', 'isOfOlderRecord']],
    ['outbound_only', { other_end: 'any' }, ['paysOutside', 'paysOwnWallet', 'paysItself', 'isOfOlderRecord']],
    ['inbound_only', {}, ['isPaidFromOutside']],
    ['inbound_only', { other_end: 'own' }, ['isPaidByOwnWallet', 'paysItself', 'isOfOlderRecord']],
    ['inbound_only', { other_end: 'any' }, ['isPaidFromOutside', 'isPaidByOwnWallet', 'paysItself', 'isOfOlderRecord']],
  ])('%s follows %j', (ruleType, conditions, expected) => {
    expect(firesOn(ruleType, conditions)).toEqual(expected);
  });

  it('say which end failed', () => {
    const { reasons } = ruleOf('any_transfer', { side: 'sends', other_end: 'own' }).evaluate(
      evaluated({ transfers: [transferOf('isPaidFromOutside')] }),
      {},
    );
    expect(reasons).toContainEqual({ condition: 'side', expected: 'sends', actual: 'receives', passed: false });
    expect(reasons).toContainEqual({ condition: 'other_end', expected: 'own', actual: 'outside', passed: false });
  });

  it.each<['any_transfer' | 'outbound_only' | 'inbound_only', object, string[]]>([
    ['any_transfer', { side: 'sends', direction: 'inbound' }, ['conditions.side']],
    ['any_transfer', { side: 'receives', direction: 'outbound' }, ['conditions.side']],
    ['outbound_only', { side: 'receives' }, ['conditions.side']],
    ['inbound_only', { side: 'sends', other_end: 'any' }, ['conditions.side']],
    ['any_transfer', { other_end: 'own', direction: 'outbound' }, ['conditions.other_end']],
    ['any_transfer', { other_end: 'outside', direction: 'internal' }, ['conditions.other_end']],
    ['any_transfer', { side: 'pays', other_end: 'theirs' }, ['conditions.side', 'conditions.other_end']],
    ['any_transfer', { side: 'sends', other_end: 'outside', direction: 'outbound' }, []],
    ['any_transfer', { other_end: 'any', direction: 'internal' }, []],
  ])('of %s are refused where no transfer has them: %j', (ruleType, conditions, paths) => {
    expect(conditionErrors(ruleType, conditions).map(({ path }) => path)).toEqual(paths);
  });
});

describe('The sum of what a wallet sends', () => {
  const payments = [
    transferOf('paysOutside', { valueUsd: '60000' }),
    transferOf('paysOwnWallet', { valueUsd: '60000' }),
  ];
  const matchedBy = (conditions: object, transfers = payments) =>
    ruleOf('large_transfer', { value_usd: { gte: 100_000 }, ...conditions }).matched(evaluated({ transfers }), {});

  it('counts payments to own wallets and to others, where the rule asks for the side', () => {
    expect(matchedBy({ side: 'sends', other_end: 'any' })).toEqual(payments);
    expect(matchedBy({ side: 'receives' })).toEqual([]);
  });

  it('counts the ends that the rule asks for alone', () => {
    expect(matchedBy({ side: 'sends', other_end: 'outside' })).toEqual([]);
    expect(matchedBy({ side: 'sends', other_end: 'own' })).toEqual([]);
    expect(matchedBy({})).toEqual([]);
  });

  it('is unknown while the value of one payment is unknown', () => {
    const [first, second] = payments;
    if (first === undefined || second === undefined) throw new Error('there are no payments');
    expect(matchedBy({ side: 'sends' }, [first, { ...second, valueUsd: null }])).toEqual([]);
  });
});

describe('The index of rules', () => {
  const conditions = fc.record(
    { side: fc.constantFrom('sends', 'receives'), other_end: fc.constantFrom('outside', 'own', 'any') },
    { requiredKeys: [] },
  );

  it('finds each rule that matches, whatever the ends are', () => {
    fc.assert(
      fc.property(conditions, fc.array(fc.constantFrom(...allMoves), { maxLength: 3 }), (ends, chosen) => {
        const transaction = evaluated({ transfers: chosen.map((move) => transferOf(move)) });
        const rule = aRule({ ruleType: 'large_transfer', conditions: { value_usd: { gte: 1 }, ...ends } });
        const found = indexRules([rule]).candidates(transaction).length > 0;
        expect(compileRule(rule).matches(transaction, {}) && !found).toBe(false);
      }),
    );
  });

  it('asks a rule only about the directions that its ends allow', () => {
    expect(transferTerms('priced', { side: 'sends' })).toEqual(['priced outbound', 'priced internal']);
    expect(transferTerms('transfer', { side: 'sends', other_end: 'outside' })).toEqual(['transfer outbound']);
    expect(transferTerms('transfer', { other_end: 'any' })).toEqual(['transfer']);
  });
});
