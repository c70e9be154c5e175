import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CompiledRule, compileRule } from '../../../lib/alerts/rules/compile-rule.ts';
import type { Evaluated } from '../../../lib/alerts/rules/port/rule-type.ts';
import { indexRules } from '../../../lib/alerts/rules/rule-index.ts';
import type { StoredRule } from '../../../lib/alerts/rules/schema.ts';
import { RuleType, ruleTypes } from '../../../lib/alerts/rules/types/rule-types.ts';
import {
  anApproval,
  anAuthorityChange,
  aRule,
  aTransfer,
  evaluated,
  NFT,
  OURS,
  THEIRS,
  USDC,
  uuid,
} from '../../support/records.ts';

// Small sets of values, so that conditions and transactions often meet.
const WALLETS = [uuid(2), uuid(12), uuid(13)];
const SOLANA = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
const wallet = fc.constantFrom(...WALLETS);
const address = fc.constantFrom(OURS, THEIRS.toLowerCase(), THEIRS, SOLANA);
const token = fc.constantFrom(USDC, USDC.toLowerCase(), NFT);
const symbol = fc.constantFrom('ETH', 'USDC', 'usdc', 'BAYC');
const direction = fc.constantFrom('inbound' as const, 'outbound' as const, 'internal' as const);
const amount = fc.constantFrom('0', '0.5', '1', '2');
const bounds = fc.constantFrom({ gte: 1 }, { gt: '1', lte: 2 }, { lt: '1' });
const unknown_value = fc.constantFrom('ignore', 'match');
const optional = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(shape, { requiredKeys: [] });
const TRANSFER = '0xa9059cbb';
const names = fc.constantFrom('transfer', 'approve', TRANSFER, null);
const PAYROLL = { kind: 'memo', value: 'Payroll March', encoding: 'text', truncated: false } as const;
const HEX = { ...PAYROLL, value: 'FF', encoding: 'hex' } as const;
/** Some of the conditions on transfers ask what the payment is for. */
const withPurpose = (own: fc.Arbitrary<StoredRule['conditions']>) =>
  fc
    .tuple(
      own,
      fc.option(
        optional({
          destination_tag: fc.constantFrom(0, 7, [0, 7], null),
          memo_contains: fc.constantFrom('PAYROLL', 'march', 'ff'),
        }),
        { freq: 1, nil: {} },
      ),
    )
    .map(([conditions, purpose]) => ({ ...conditions, ...purpose }));
const symbols = fc.oneof(symbol, fc.array(symbol, { minLength: 1, maxLength: 2 }));

const conditions: Record<RuleType, fc.Arbitrary<StoredRule['conditions']>> = {
  any_transfer: withPurpose(optional({ direction })),
  large_transfer: withPurpose(
    fc.record({ value_usd: bounds, unknown_value, direction }, { requiredKeys: ['value_usd'] }),
  ),
  token_transfer: withPurpose(
    fc.oneof(
      fc.record({ token_symbol: symbols, amount: bounds, direction }, { requiredKeys: ['token_symbol'] }),
      fc.record({ token_symbol: symbols, token_address: token }, { requiredKeys: ['token_address'] }),
    ),
  ),
  inbound_only: withPurpose(optional({ value_usd: bounds, unknown_value, token_symbol: symbols })),
  outbound_only: withPurpose(optional({ value_usd: bounds, unknown_value, token_symbol: symbols })),
  contract_call: optional({ contract_address: address }),
  method_call: fc.record({
    method: fc.constantFrom('transfer', 'approve', TRANSFER, 'transfer(address,uint256)', 'transfer(address, uint8)'),
  }),
  address_blacklist: fc.record({ addresses: fc.array(address, { minLength: 1, maxLength: 3 }) }),
  gas_spike: fc.record({ gas_price_gwei: bounds }),
  frequency: fc.record({ count: fc.record({ gte: fc.integer({ min: 1, max: 3 }) }), window_minutes: fc.constant(5) }),
  outflow: fc.record(
    {
      value_usd: fc.constant({ gte: 1 }),
      asset: fc.oneof(token, fc.constant('native')),
      window_minutes: fc.constant(5),
    },
    { requiredKeys: ['value_usd', 'window_minutes'] },
  ),
  balance: fc.record({ asset: fc.oneof(token, fc.constant('native')), below: fc.constant(1) }),
  silence: fc.constant({ hours: 24 }),
  contract_deploy: fc.constant({}),
  token_mint: optional({ token_symbol: symbols, token_address: token }),
  nft_transfer: withPurpose(optional({ token_address: token, token_id: fc.constantFrom('7', '8'), direction })),
  approval: optional({
    unlimited: fc.boolean(),
    spender_in: fc.array(address, { minLength: 1 }),
    revoked: fc.boolean(),
  }),
  authority_change: optional({ kinds: fc.constantFrom(['owner_added'], ['owner_removed', 'threshold_changed']) }),
};

/** What a transaction's wallet is, or that nobody knows the wallet. */
const member = fc.option(
  fc.record({ type: fc.constantFrom('Cold', 'hot', 'other'), tags: fc.subarray(['vault', 'other']) }),
);

const rule = fc.constantFrom(...RuleType.options).chain((ruleType) =>
  fc.record({
    ruleType: fc.constant(ruleType),
    conditions: conditions[ruleType].filter((given) => ruleTypes[ruleType].conditions.safeParse(given).success),
    walletIds: fc.uniqueArray(wallet, { maxLength: 2 }),
    walletTags: fc.subarray(['vault', 'deposit'], { maxLength: 1 }),
    walletTypes: fc.subarray(['cold', 'Hot'], { maxLength: 1 }),
    isActive: fc.boolean(),
  }),
);

/** A transfer whose price failed. */
const pending = (more: Parameters<typeof aTransfer>[0] = {}) =>
  ({ ...aTransfer({ ...more, valueUsd: null }), valuePending: true }) as const;

const transfer = fc
  .record({
    asset: symbol,
    tokenAddress: fc.option(token),
    tokenId: fc.constantFrom(null, '7'),
    standard: fc.constantFrom('native', 'ERC-20', 'ERC-721'),
    from: address,
    to: address,
    amount,
    valueUsd: fc.oneof(amount, fc.constantFrom('pending' as const, null)),
    direction,
  })
  .map(({ valueUsd, ...fields }) => (valueUsd === 'pending' ? pending(fields) : aTransfer({ ...fields, valueUsd })));

const transaction: fc.Arbitrary<Evaluated> = fc
  .record({
    walletId: wallet,
    txType: fc.constantFrom('transfer' as const, 'contract_call', 'contract_deploy', 'token_mint'),
    status: fc.constantFrom('success' as const, 'success', 'failed'),
    chain: fc.constantFrom('ethereum', 'xrp'),
    fromAddress: address,
    toAddress: fc.option(address),
    sender: fc.option(address),
    called: fc.option(address),
    methodName: names,
    methodSelector: fc.constantFrom(null, TRANSFER),
    gasPriceGwei: fc.option(amount),
    destinationTag: fc.constantFrom(null, 0, 7, 8),
    references: fc.subarray([PAYROLL, HEX]),
    transfers: fc.array(transfer, { maxLength: 3 }),
    approvals: fc.array(
      fc
        .record({ isOwner: fc.boolean(), unlimited: fc.boolean(), approved: fc.boolean(), spender: address })
        .map((fields) => anApproval(fields)),
      { maxLength: 2 },
    ),
    authority: fc.array(
      fc.constantFrom('owner_added' as const, 'threshold_changed').map((kind) => anAuthorityChange({ kind })),
      { maxLength: 2 },
    ),
  })
  .map((fields) => evaluated(fields));

describe('indexRules', () => {
  it('finds every rule that matches when each rule is asked, and the fast answer agrees with the reasons', () => {
    const matched = new Set<RuleType>();
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 30 }),
        transaction,
        member,
        fc.nat(3),
        (given, asked, wallet, recentCount) => {
          const left = { sum: '2', before: '0', isArmed: true, unknown: [], isPartial: false };
          const balance = { crossed: 'below' as const, amount: '0' };
          const facts = { recentCount, wallet, left, balance };
          const rules = given.map((each, n) => aRule({ ...each, id: uuid(n) }));
          const answered = rules.filter((each) => {
            const compiled = compileRule(each);
            const { matches } = compiled.evaluate(asked, facts);
            expect(compiled.matches(asked, facts)).toBe(matches);
            if (matches) matched.add(each.ruleType);
            return matches && each.isActive;
          });
          const found = indexRules(rules)
            .candidates(asked, wallet)
            .filter(({ compiled }) => compiled().matches(asked, facts));
          const foundWithoutWallet = indexRules(rules)
            .candidates(asked)
            .filter(({ compiled }) => compiled().matches(asked, facts));
          expect(foundWithoutWallet.length).toBe(found.length);
          expect(found.map((each) => each.rule.id).sort()).toEqual(answered.map(({ id }) => id).sort());
          const waiting = (compiled: CompiledRule) => compiled.mayMatch(asked, facts);
          const mayMatch = rules.filter((each) => each.isActive && waiting(compileRule(each)));
          const askedLater = indexRules(rules)
            .candidates(asked, wallet)
            .filter(({ compiled }) => waiting(compiled()));
          expect(askedLater.map((each) => each.rule.id).sort()).toEqual(mayMatch.map(({ id }) => id).sort());
        },
      ),
      { numRuns: 1000 },
    );
    // Otherwise the property would say nothing about the other types.
    expect([...matched].sort()).toEqual(RuleType.options.filter((type) => type !== 'silence').sort());
  });

  it('asks only the rules of the wallet, and of what the transaction contains', () => {
    const rules = [
      aRule({ id: uuid(1) }),
      aRule({ id: uuid(2), walletIds: [WALLETS[1] ?? ''] }),
      aRule({ id: uuid(3), ruleType: 'approval' }),
      aRule({ id: uuid(4), ruleType: 'token_transfer', conditions: { token_symbol: 'USDC' } }),
      aRule({ id: uuid(5), isActive: false }),
    ];
    const index = indexRules(rules);
    expect(index.size).toBe(4);
    expect(index.candidates(evaluated()).map((each) => each.rule.id)).toEqual([uuid(1)]);
  });

  it.each([
    ['large_transfer', {}],
    ['inbound_only', {}],
    ['outbound_only', {}],
    ['inbound_only', { token_symbol: 'ETH' }],
  ] as const)('asks a %s with %j and unknown_value match about a transfer without a value', (ruleType, more) => {
    const direction = ruleType === 'outbound_only' ? 'outbound' : 'inbound';
    const index = indexRules([
      aRule({ id: uuid(1), ruleType, conditions: { ...more, value_usd: { gte: 1 }, unknown_value: 'match' } }),
      aRule({ id: uuid(2), ruleType, conditions: { ...more, value_usd: { gte: 1 } } }),
    ]);
    const matching = (transfers: Evaluated['transfers']) => {
      const asked = evaluated({ transfers });
      return index
        .candidates(asked)
        .filter(({ compiled }) => compiled().mayMatch(asked, {}))
        .map((each) => each.rule.id);
    };
    expect(matching([aTransfer({ direction, valueUsd: null })])).toEqual([uuid(1)]);
    expect(matching([pending({ direction })])).toEqual([uuid(1), uuid(2)]);
  });

  it('asks a rule with many wallets and terms for each of its wallets, and for no other', () => {
    const addresses = Array.from({ length: 1000 }, (_, n) => `0x${String(n).padStart(40, '0')}`);
    const flagged = { ruleType: 'address_blacklist', conditions: { addresses } } as const;
    const index = indexRules([
      aRule({ id: uuid(1), ...flagged }),
      aRule({ id: uuid(2), ...flagged, walletIds: WALLETS.slice(1) }),
    ]);
    expect(index.candidates(evaluated()).map((each) => each.rule.id)).toEqual([uuid(1)]);
    const ofOther = evaluated({ walletId: WALLETS[2] });
    expect(index.candidates(ofOther).map((each) => each.rule.id)).toEqual([uuid(1), uuid(2)]);
  });

  it('gives a rule with invalid conditions to each transaction of its wallets, and the rule throws', () => {
    const index = indexRules([aRule({ conditions: { no: 'such' } }), aRule({ id: uuid(9) })]);
    const [broken, ...others] = index.candidates(evaluated());
    expect(() => broken?.compiled()).toThrow('no');
    expect(others.map(({ compiled }) => compiled().matches(evaluated(), {}))).toEqual([true]);
  });
});
