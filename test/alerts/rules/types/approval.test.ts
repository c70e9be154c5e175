import { describe, expect, it } from '@jest/globals';
import { compileRule, type EvaluableRule } from '../../../../lib/alerts/rules/compile-rule.ts';
import type { StoredApproval } from '../../../../lib/transactions/schema.ts';
import { anApproval, evaluated, NFT, OURS, THEIRS, USDC } from '../../../support/records.ts';

const evaluateRule = (conditions: EvaluableRule['conditions'], approvals: StoredApproval[]) =>
  compileRule({ ruleType: 'approval', walletIds: [], conditions }).evaluate(evaluated({ approvals }), {});
const matches = (...given: Parameters<typeof evaluateRule>): boolean => evaluateRule(...given).matches;

const limited = { amount: '100', unlimited: false };
const revoked = { amount: '0', unlimited: false, approved: false };

describe('approval', () => {
  it('fires on a right to spend that the wallet grants', () => {
    expect(matches({}, [anApproval()])).toBe(true);
    expect(matches({}, [])).toBe(false);
  });

  it('does not fire on a right that another address grants to the wallet, and says why', () => {
    const { matches: fires, reasons } = evaluateRule({}, [
      anApproval({ owner: THEIRS, spender: OURS, isOwner: false }),
    ]);
    expect(fires).toBe(false);
    expect(reasons).toContainEqual({
      condition: 'approval',
      expected: 'an approval by the wallet',
      actual: THEIRS,
      passed: false,
    });
  });

  it('fires on revocations only with `revoked`, and then on nothing else', () => {
    for (const conditions of [{}, { revoked: false }]) expect(matches(conditions, [anApproval(revoked)])).toBe(false);
    expect(matches({ revoked: true }, [anApproval(revoked)])).toBe(true);
    expect(matches({ revoked: true }, [anApproval()])).toBe(false);
  });

  it('tells unlimited approvals from limited approvals', () => {
    expect(matches({ unlimited: true }, [anApproval()])).toBe(true);
    expect(matches({ unlimited: true }, [anApproval(limited)])).toBe(false);
    expect(matches({ unlimited: false }, [anApproval(limited)])).toBe(true);
    expect(matches({ unlimited: false }, [anApproval()])).toBe(false);
  });

  it('compares amounts exactly, and an approval without an amount is within no bounds', () => {
    expect(matches({ amount: { gte: '100' } }, [anApproval(limited)])).toBe(true);
    expect(matches({ amount: { gt: '100' } }, [anApproval(limited)])).toBe(false);
    expect(matches({ amount: { gte: '100' } }, [anApproval()])).toBe(true);
    expect(matches({ amount: { gte: 0 } }, [anApproval({ amount: null })])).toBe(false);
  });

  it('compares the spender with lists, in any case', () => {
    const stranger = NFT;
    expect(matches({ spender_in: [stranger, THEIRS.toLowerCase()] }, [anApproval()])).toBe(true);
    expect(matches({ spender_in: [stranger] }, [anApproval()])).toBe(false);
    expect(matches({ spender_not_in: [stranger] }, [anApproval()])).toBe(true);
    expect(matches({ spender_not_in: [stranger, THEIRS.toLowerCase()] }, [anApproval()])).toBe(false);
    expect(matches({ spender_in: [THEIRS], spender_not_in: [THEIRS] }, [anApproval()])).toBe(false);
  });

  it('compares the token by symbol and by address', () => {
    expect(matches({ token_symbol: ['dai', 'usdc'] }, [anApproval()])).toBe(true);
    expect(matches({ token_symbol: 'DAI' }, [anApproval()])).toBe(false);
    expect(matches({ token_address: USDC.toLowerCase() }, [anApproval()])).toBe(true);
    expect(matches({ token_address: NFT }, [anApproval()])).toBe(false);
  });

  it('requires all conditions of the same approval', () => {
    const conditions = { unlimited: true, amount: { gt: 0 }, spender_in: [THEIRS], token_symbol: 'USDC' };
    expect(matches(conditions, [anApproval()])).toBe(true);
    const spoilt: Partial<StoredApproval>[] = [
      { isOwner: false },
      { approved: false },
      { unlimited: false },
      { amount: null },
      { spender: OURS },
      { asset: 'DAI' },
    ];
    for (const more of spoilt) expect(matches(conditions, [anApproval(more)])).toBe(false);
    expect(matches(conditions, spoilt.map(anApproval))).toBe(false);
  });
});
