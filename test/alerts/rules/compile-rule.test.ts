import { describe, expect, it } from '@jest/globals';
import { compileRule, type EvaluableRule } from '../../../lib/alerts/rules/compile-rule.ts';
import type { Facts } from '../../../lib/alerts/rules/port/facts.ts';
import type { Evaluated } from '../../../lib/alerts/rules/port/rule-type.ts';
import { RuleType } from '../../../lib/alerts/rules/types/rule-types.ts';
import {
  anApproval,
  anAuthorityChange,
  anNftTransfer,
  aTransfer,
  evaluated,
  OURS,
  USDC,
  uuid,
} from '../../support/records.ts';

/** A rule type that transactions make fire. */
type OfTransaction = Exclude<RuleType, 'silence'>;
const TYPES = RuleType.options.filter((type): type is OfTransaction => type !== 'silence');

/** For each of these types, conditions and a transaction that meets them. */
const matching: Record<OfTransaction, { conditions: EvaluableRule['conditions']; transaction: Partial<Evaluated> }> = {
  any_transfer: { conditions: {}, transaction: {} },
  large_transfer: { conditions: { value_usd: { gte: 3000 } }, transaction: {} },
  token_transfer: { conditions: { token_symbol: 'ETH' }, transaction: {} },
  inbound_only: { conditions: {}, transaction: {} },
  outbound_only: { conditions: {}, transaction: { transfers: [aTransfer({ direction: 'outbound' })] } },
  contract_call: { conditions: {}, transaction: { txType: 'contract_call' } },
  method_call: { conditions: { method: 'approve' }, transaction: { methodName: 'approve' } },
  address_blacklist: { conditions: { addresses: [OURS] }, transaction: {} },
  gas_spike: { conditions: { gas_price_gwei: { gte: 20 } }, transaction: {} },
  frequency: { conditions: { count: { gte: 3 }, window_minutes: 10 }, transaction: {} },
  outflow: {
    conditions: { value_usd: { gte: 5000 }, window_minutes: 60 },
    transaction: { transfers: [aTransfer({ direction: 'outbound' })] },
  },
  balance: { conditions: { asset: 'native', below: '1' }, transaction: {} },
  contract_deploy: { conditions: {}, transaction: { txType: 'contract_deploy' } },
  token_mint: { conditions: { token_address: USDC }, transaction: { txType: 'token_mint' } },
  nft_transfer: { conditions: { token_id: '7' }, transaction: { transfers: [anNftTransfer()] } },
  approval: { conditions: { unlimited: true }, transaction: { approvals: [anApproval()] } },
  authority_change: { conditions: { kinds: ['owner_added'] }, transaction: { authority: [anAuthorityChange()] } },
};
matching.token_mint.transaction.transfers = [aTransfer({ tokenAddress: USDC, standard: 'ERC-20' })];

const FACTS: Facts = {
  recentCount: 3,
  balance: { crossed: 'below', amount: '0.5' },
  left: { sum: '6000', before: '3000', isArmed: true, unknown: [], isPartial: false },
};

const NOTHING = { transfers: [], approvals: [], authority: [] };

const evaluateRule = (
  ruleType: OfTransaction,
  rule: Partial<EvaluableRule> = {},
  transaction: Partial<Evaluated> = {},
) => {
  const { conditions, transaction: fulfilling } = matching[ruleType];
  return compileRule({ ruleType, conditions, walletIds: [], ...rule }).evaluate(
    evaluated({ ...fulfilling, ...transaction }),
    FACTS,
  );
};

describe('the entries that a rule matched', () => {
  const mixed = evaluated({
    transfers: [
      aTransfer(),
      aTransfer({ asset: 'FAKE', valueUsd: null }),
      aTransfer({ amount: '2', valueUsd: '6000' }),
    ],
    approvals: [anApproval(), anApproval({ unlimited: false })],
  });
  const matchedBy = (rule: Pick<EvaluableRule, 'ruleType' | 'conditions'>) =>
    compileRule({ walletIds: [], ...rule }).matched(mixed, {});

  it('are the transfers or approvals that meet all conditions', () => {
    const [first, , third] = mixed.transfers;
    expect(matchedBy({ ruleType: 'large_transfer', conditions: { value_usd: { gte: 3000 } } })).toEqual([first, third]);
    expect(matchedBy({ ruleType: 'approval', conditions: { unlimited: true } })).toEqual([mixed.approvals[0]]);
  });

  it('are none when one part of the conditions does not hold', () => {
    expect(matchedBy({ ruleType: 'token_mint', conditions: { token_symbol: 'ETH' } })).toEqual([]);
  });

  it('are none when the conditions speak of the whole transaction', () => {
    expect(matchedBy({ ruleType: 'gas_spike', conditions: { gas_price_gwei: { gte: 1 } } })).toEqual([]);
  });
});

describe.each(TYPES)('a rule of type %s', (ruleType) => {
  it('matches a transaction that meets its conditions, and all reasons pass', () => {
    const { matches, reasons } = evaluateRule(ruleType);
    expect(matches).toBe(true);
    expect(reasons.map(({ passed }) => passed)).not.toContain(false);
  });

  it('matches only the wallets that it names', () => {
    const { walletId } = evaluated();
    expect(evaluateRule(ruleType, { walletIds: [uuid(9), walletId] }).matches).toBe(true);
    const other = evaluateRule(ruleType, { walletIds: [uuid(9)] });
    expect(other.matches).toBe(false);
    expect(other.reasons.filter(({ passed }) => !passed)).toEqual([
      { condition: 'walletIds', expected: [uuid(9)], actual: walletId, passed: false },
    ]);
  });

  const ofFailed: OfTransaction[] = [
    ...(['contract_call', 'method_call', 'address_blacklist', 'gas_spike', 'frequency', 'balance'] as const),
  ];
  const may = ofFailed.includes(ruleType);
  it(`${may ? 'matches' : 'does not match'} a failed transaction`, () => {
    const { matches, reasons } = evaluateRule(ruleType, {}, { status: 'failed', ...NOTHING });
    expect(matches).toBe(may);
    const status = { condition: 'status', expected: 'success', actual: 'failed', passed: false };
    if (!may) expect(reasons).toContainEqual(status);
  });

  it('matches a failed transaction that still had effects', () => {
    expect(evaluateRule(ruleType, {}, { status: 'failed' }).matches).toBe(true);
  });

  it('evaluates many transactions independently', () => {
    const { conditions, transaction } = matching[ruleType];
    const rule = compileRule({ ruleType, conditions, walletIds: [] });
    const matches = [transaction, { status: 'failed', txType: 'transfer', ...NOTHING } as const, transaction].map(
      (each) => rule.evaluate(evaluated(each), FACTS).matches,
    );
    expect([matches[0], matches[2]]).toEqual([true, true]);
  });

  it('needs a fact beside the transaction only when its type counts or sums transactions', () => {
    const { conditions } = matching[ruleType];
    const { needs } = compileRule({ ruleType, conditions, walletIds: [] });
    const expected: Partial<Record<RuleType, object>> = {
      frequency: { recentCount: 10 },
      balance: { balance: { asset: 'native', below: '1', above: null, rearmPercent: '5' } },
      outflow: { left: expect.objectContaining({ unit: 'usd', windowMinutes: 60 }) },
    };
    expect(needs).toEqual(expected[ruleType]);
  });
});
