import { ruleType } from '../port/rule-type.ts';
import { SilenceConditions } from '../port/silence-conditions.ts';

/**
 * Fires when nothing came to a wallet, or left it, for so many hours: see `judgeSilence`. No transaction matches, so
 * the index finds the rule for none.
 */
export const silence = ruleType(
  SilenceConditions,
  ({ hours }) => ({
    matches: () => false,
    mayMatch: () => false,
    matched: () => [],
    reasons: () => [{ condition: 'silence', expected: { hours }, actual: 'a transaction', passed: false }],
    terms: [],
  }),
  // The rule fires once for each silence.
  { cooldownMinutes: 0, isOfTime: true, untestable: 'fires when time passes without a transaction' },
);
