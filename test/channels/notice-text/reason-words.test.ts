import { describe, expect, it } from '@jest/globals';
import { compileRule, type EvaluableRule } from '../../../lib/alerts/rules/compile-rule.ts';
import type { Facts } from '../../../lib/alerts/rules/port/facts.ts';
import { RuleType } from '../../../lib/alerts/rules/types/rule-types.ts';
import { safeReasons } from '../../../lib/channels/notice-text/safe-reasons.ts';
import { addressInShort } from '../../../lib/values/untrusted-text.ts';
import {
  anApproval,
  anAuthorityChange,
  anNftTransfer,
  aStoredTransaction,
  aTokenTransfer,
  aTransfer,
  NFT,
  OURS,
  THEIRS,
  USDC,
} from '../../support/records.ts';

const FACTS: Facts = {
  balance: { crossed: 'below', amount: '0.5' },
  recentCount: 1234,
  left: { sum: '4.5', before: '2.5', isArmed: true, unknown: [], isPartial: false },
};

type Matching = Parameters<typeof aStoredTransaction>[0];

const out = { direction: 'outbound', from: OURS, to: THEIRS } as const;
const call: Matching = { txType: 'contract_call', methodName: 'approve', methodSelector: '0x095ea7b3', called: USDC };
const memo = { kind: 'memo', value: 'Invoice "7"', encoding: 'text', truncated: false } as const;

/** Rules of every type with every condition, a transaction that each matches, and what a person reads. */
const cases: readonly [RuleType, object, Matching, string[]][] = [
  ['any_transfer', {}, {}, []],
  ['any_transfer', { direction: 'outbound' }, { transfers: [aTransfer(out)] }, ['the transfer is outbound']],
  [
    'large_transfer',
    { value_usd: { gte: 1000, lt: '5000.5' }, destination_tag: 7, memo_contains: 'invoice "7"' },
    { transfers: [aTransfer({ valueUsd: '4500.2538' })], destinationTag: 7, references: [memo] },
    [
      'the transfer is worth 4,500.25 USD (at least 1,000 USD, less than 5,000.50 USD)',
      'the destination tag is 7',
      "a memo contains “invoice '7'”",
    ],
  ],
  [
    'large_transfer',
    { value_usd: { gt: 4000 }, destination_tag: null },
    { transfers: [aTransfer({ valueUsd: '2500' }), aTransfer({ valueUsd: '2500' })] },
    ['2 transfers together are worth 5,000 USD (more than 4,000 USD)', 'the payment has no destination tag'],
  ],
  [
    'large_transfer',
    { value_usd: { gt: 4000 }, unknown_value: 'match' },
    { transfers: [aTransfer({ valueUsd: null })] },
    ['nobody knows what the transfer is worth, and the rule fires then too'],
  ],
  [
    'token_transfer',
    { token_symbol: ['USDC', 'DAI'], token_address: USDC, amount: { lte: '100' } },
    { transfers: [aTokenTransfer()] },
    ['the token is USDC', 'the contract of the token is 0xA0b8…eB48', 'the amount is 100 (at most 100)'],
  ],
  ['inbound_only', {}, {}, ['the transfer is inbound']],
  ['outbound_only', {}, { transfers: [aTransfer(out)] }, ['the transfer is outbound']],
  [
    'contract_call',
    { contract_address: USDC },
    call,
    ['a contract was called (approve)', 'the called contract is 0xA0b8…eB48'],
  ],
  ['method_call', { method: 'approve' }, call, ['the called method is approve']],
  ['address_blacklist', { addresses: [THEIRS] }, {}, ['the list of the rule contains 0x8617…070D']],
  [
    'gas_spike',
    { gas_price_gwei: { gte: 100 } },
    { gasPriceGwei: '250.75' },
    ['the gas price is 250.75 gwei (at least 100)'],
  ],
  [
    'outflow',
    { amount: { gte: '3' }, asset: 'native', window_minutes: 60 },
    { transfers: [aTransfer({ direction: 'outbound', amount: '2' })] },
    ['4.5 left within 1 hour (at least 3)'],
  ],
  ['balance', { asset: 'native', below: '1000.5' }, {}, ['the balance is 0.5 (less than 1,000.5)']],
  ['frequency', { count: { gte: '3' }, window_minutes: 60 }, {}, ['1,234 transactions within 1 hour (at least 3)']],
  ['contract_deploy', {}, { txType: 'contract_deploy' }, ['a contract was deployed']],
  [
    'token_mint',
    { token_symbol: 'USDC' },
    { txType: 'token_mint', transfers: [aTokenTransfer()] },
    ['a token mint happened', 'the token is USDC'],
  ],
  [
    'approval',
    { unlimited: true, spender_in: [THEIRS], spender_not_in: [OURS] },
    { approvals: [anApproval()] },
    [
      'the wallet granted a right to spend',
      'the right is unlimited',
      'the list of the rule contains the spender 0x8617…070D',
      'the list of the rule does not contain the spender 0x8617…070D',
    ],
  ],
  [
    'approval',
    { revoked: true, unlimited: false },
    { approvals: [anApproval({ approved: false, unlimited: false, amount: '0' })] },
    ['the wallet took a right to spend back', 'the right is limited'],
  ],
  [
    'outbound_only',
    { counterparty_in: [THEIRS, 'list:exchanges'], counterparty_not_in: [OURS, USDC, NFT, 'own_wallets'] },
    { transfers: [aTransfer(out)] },
    [
      'the transfer is outbound',
      'the counterparty is 0x8617…070D (one of 0x8617…070D or on the list exchanges)',
      `the counterparty is 0x8617…070D (none of 0x5290…9EE7, 0xA0b8…eB48, ${addressInShort(NFT)} and 1 more)`,
    ],
  ],
  [
    'outbound_only',
    { counterparty_not_in: ['own_wallets', 'address_book', 'list:exchanges'] },
    { transfers: [aTransfer(out)] },
    [
      'the transfer is outbound',
      'the counterparty is 0x8617…070D (not an own wallet, not in the address book and not on the list exchanges)',
    ],
  ],
  ['any_transfer', { first_time: true }, {}, ['the wallet deals with the counterparty for the first time']],
  [
    'authority_change',
    { kinds: ['owner_added'] },
    { authority: [anAuthorityChange()] },
    ['the authority over the wallet changed', 'the change is owner added'],
  ],
  [
    'nft_transfer',
    { token_address: NFT, token_id: '7' },
    { transfers: [anNftTransfer({ tokenId: '7' })] },
    [
      'the token is non-fungible (ERC-721)',
      `the contract of the token is ${addressInShort(NFT)}`,
      'the token has the id 7',
    ],
  ],
];

const reasonsOf = (ruleType: RuleType, conditions: object, transaction: Matching) => {
  const rule: EvaluableRule = { ruleType, walletIds: [], conditions: { ...conditions } };
  return compileRule(rule).evaluate(aStoredTransaction(transaction), FACTS);
};

describe('the reasons of an alert in words', () => {
  it.each(cases)(
    'read well for the rule type %s with the conditions %j',
    (ruleType, conditions, transaction, words) => {
      const { matches, reasons } = reasonsOf(ruleType, conditions, transaction);
      expect(matches).toBe(true);
      expect(safeReasons(reasons)).toEqual(words);
    },
  );

  it('are known for every rule type', () => {
    expect([...new Set(cases.map(([ruleType]) => ruleType))].sort()).toEqual(
      // No transaction makes a rule about a silence fire.
      RuleType.options.filter((type) => type !== 'silence').sort(),
    );
  });

  it('leave out what failed, and name a condition of another version', () => {
    const reason = { condition: 'moon_phase', expected: 'full', actual: 'visit evil.com', passed: true };
    expect(safeReasons([reason, { ...reason, passed: false }])).toEqual(['moon_phase is visit evil[.]com']);
  });

  it('name a few of many addresses', () => {
    const actual = ['0x1', '0x2', '0x3', '0x4', '0x5'];
    expect(safeReasons([{ condition: 'addresses', expected: 'one of 9', actual, passed: true }])).toEqual([
      'the list of the rule contains 0x1, 0x2, 0x3 and 2 more',
    ]);
  });

  it('state both figures of a balance with their unit', () => {
    const below = { condition: 'below', expected: '9900', actual: '9812.29', passed: true };
    expect(safeReasons([below, { ...below, condition: 'above' }], () => undefined, 'ETH')).toEqual([
      'the balance is 9,812.29 ETH (less than 9,900 ETH)',
      'the balance is 9,812.29 ETH (more than 9,900 ETH)',
    ]);
  });

  it('keep the name of a list and a long id of a token whole', () => {
    const long = 'a'.repeat(40);
    const among = { condition: 'counterparty_in', expected: `list:${long}`, actual: THEIRS, passed: true };
    const other = { ...among, condition: 'counterparty_not_in' };
    const id = { condition: 'token_id', expected: ['7'.repeat(40)], actual: '7'.repeat(40), passed: true };
    expect(safeReasons([among, other, id])).toEqual([
      `the counterparty is 0x8617…070D (on the list ${long})`,
      `the counterparty is 0x8617…070D (not on the list ${long})`,
      `the token has the id ${'7'.repeat(40)}`,
    ]);
  });
});
