import { describe, expect, it } from '@jest/globals';
import { compileRule, type EvaluableRule } from '../../../../lib/alerts/rules/compile-rule.ts';
import { AUTHORITY_KINDS } from '../../../../lib/chains/port/chain.ts';
import type { AuthorityChange } from '../../../../lib/transactions/schema.ts';
import { anAuthorityChange, evaluated, THEIRS } from '../../../support/records.ts';

const evaluateRule = (conditions: EvaluableRule['conditions'], authority: AuthorityChange[]) =>
  compileRule({ ruleType: 'authority_change', walletIds: [], conditions }).evaluate(evaluated({ authority }), {});

describe('authority_change', () => {
  it.each(AUTHORITY_KINDS)('fires on %s without conditions, and when the rule names this kind', (kind) => {
    const changes = [anAuthorityChange({ kind })];
    expect(evaluateRule({}, changes).matches).toBe(true);
    const firing = AUTHORITY_KINDS.filter((named) => evaluateRule({ kinds: [named] }, changes).matches);
    expect(firing).toEqual([kind]);
  });

  it('fires when one of several changes is of one of several kinds, and names this change', () => {
    const changes = [anAuthorityChange({ kind: 'threshold_changed', after: '2' }), anAuthorityChange()];
    const kinds = ['owner_added', 'owner_removed'];
    expect(evaluateRule({ kinds }, changes)).toEqual({
      matches: true,
      reasons: expect.arrayContaining([
        {
          condition: 'authority',
          expected: 'a change of authority over the wallet',
          actual: { before: null, after: THEIRS },
          passed: true,
        },
        { condition: 'kinds', expected: kinds, actual: 'owner_added', passed: true },
      ]),
    });
  });

  it('does not fire when no authority changed, and says so', () => {
    const { matches, reasons } = evaluateRule({ kinds: ['owner_added'] }, []);
    expect(matches).toBe(false);
    expect(reasons).toContainEqual({
      condition: 'authority',
      expected: 'a change of authority over the wallet',
      actual: null,
      passed: false,
    });
  });
});
