import { expect, it } from '@jest/globals';
import templates from '../../console/pages/rules/rule-templates.json' with { type: 'json' };
import { RuleType } from '../../lib/alerts/rules/types/rule-types.ts';
import { ruleSentence, type WalletSelector } from '../../sdk/index.ts';

const teams: readonly { rules: readonly { ruleType: string; conditions?: object }[] }[] = templates;

const KRAKEN = '0x52908400098527886E0F7030069857D2E4169EE7';

const told = (ruleType: string, conditions: object = {}, wallets: Partial<WalletSelector> = {}) =>
  ruleSentence(
    { ruleType, conditions: { ...conditions }, wallets: { ids: [], tags: [], types: [], ...wallets } },
    (id) => (id === 'a' ? 'Cold vault A' : undefined),
    (address) => (address === KRAKEN ? 'Our account at Kraken' : undefined),
  );

it.each<[ruleType: string, conditions: object, sentence: string]>([
  ['any_transfer', {}, 'A wallet pays or receives anything'],
  ['any_transfer', { other_end: 'own' }, 'A wallet pays or receives anything, with an own wallet at the other end'],
  ['any_transfer', { side: 'sends', other_end: 'any' }, 'A wallet pays anything to anybody'],
  [
    'large_transfer',
    { side: 'sends', other_end: 'any', value_usd: { gte: 50_000 }, unknown_value: 'match' },
    'A wallet pays at least 50,000 USD to anybody',
  ],
  [
    'large_transfer',
    { direction: 'outbound', value_usd: { gt: '0.5', lt: 10 } },
    'A wallet pays more than 0.50 USD and less than 10 USD to somebody outside',
  ],
  [
    'token_transfer',
    { token_symbol: ['USDC', 'USDT', 'DAI'], side: 'receives', other_end: 'own', amount: { gte: 10 } },
    'A wallet receives at least 10 USDC, USDT or DAI from an own wallet',
  ],
  ['inbound_only', { value_usd: { gte: 1 } }, 'A wallet receives at least 1 USD from somebody outside'],
  ['outbound_only', {}, 'A wallet pays anything to somebody outside'],
  ['outbound_only', { other_end: 'any', destination_tag: 7 }, 'A wallet pays anything to anybody, with the tag 7'],
  [
    'inbound_only',
    { destination_tag: null },
    'A wallet receives anything from somebody outside, without a destination tag',
  ],
  ['any_transfer', { direction: 'internal', side: 'sends' }, 'A wallet pays anything to an own wallet'],
  ['approval', { spender_in: ['0x1'] }, 'A wallet lets an address spend tokens'],
  [
    'large_transfer',
    { side: 'sends', other_end: 'any', value_usd: { gt: 50_000 }, counterparty_not_in: [`0x${'8'.repeat(40)}`] },
    'A wallet pays more than 50,000 USD to anybody, unless the other end is 0x8888…8888',
  ],
  [
    'outbound_only',
    { counterparty_in: ['own_wallets', 'address_book', 'list:exchanges'], first_time: true },
    'A wallet pays anything to somebody outside for the first time, where the other end is an own wallet, ' +
      'in the address book or on the list exchanges',
  ],
  [
    'approval',
    { counterparty_not_in: ['list:known'] },
    'A wallet lets somebody spend tokens, unless the spender is on the list known',
  ],
  [
    'large_transfer',
    { value_usd: { gte: 50_000 }, side: 'sends', first_time: true, counterparty_not_in: ['address_book'] },
    'A wallet pays at least 50,000 USD to anybody for the first time, unless the other end is in the address book',
  ],
  [
    'address_blacklist',
    { addresses: ['0x1', 'list:fraud'] },
    'A wallet has a transaction with a flagged address or an address of the list fraud',
  ],
  [
    'large_transfer',
    { value_usd: { gt: 10 }, other_end: 'any', counterparty_not_in: [KRAKEN, 'list:banks', `0x${'8'.repeat(40)}`] },
    'A wallet pays or receives more than 10 USD, ' +
      'unless the other end is “Our account at Kraken”, on the list banks or 0x8888…8888',
  ],
  ['outbound_only', { unknown_value: 'match' }, 'A wallet pays anything to somebody outside'],
  ['contract_call', { contract_address: KRAKEN }, 'A wallet calls the contract “Our account at Kraken”'],
  ['nft_transfer', { token_id: '7' }, 'A wallet pays or receives an NFT with the id 7'],
  ['contract_call', {}, 'A wallet calls a contract'],
  ['method_call', { method: 'approve' }, 'A wallet calls the method approve'],
  ['address_blacklist', { addresses: ['0x1', '0x2'] }, 'A wallet has a transaction with one of 2 flagged addresses'],
  ['gas_spike', { gas_price_gwei: { gte: 100 } }, 'A wallet has a transaction with a gas price of at least 100 gwei'],
  [
    'outflow',
    { value_usd: { gt: 50000 }, window_minutes: 60 },
    'A wallet sends more than 50,000 USD in all to somebody outside within 1 hour',
  ],
  [
    'outflow',
    { amount: { gte: '2.5' }, asset: 'native', window_minutes: 1440, per: 'rule' },
    'A wallet sends at least 2.5 of the native coin in all to somebody outside within 24 hours, ' +
      'all wallets of the rule together',
  ],
  ['silence', { direction: 'inbound', hours: 24 }, 'A wallet receives nothing for 24 hours'],
  [
    'silence',
    { asset: 'native', hours: 1 },
    'A wallet neither pays nor receives anything of the native coin for 1 hour',
  ],
  ['balance', { asset: 'native', below: '0.5' }, 'A wallet holds less than 0.5 of the native coin'],
  [
    'balance',
    { asset: '0x52908400098527886E0F7030069857D2E4169EE7', below: 10, above: 5000 },
    'A wallet holds less than 10 or more than 5,000 of the contract “Our account at Kraken”',
  ],
  ['frequency', { count: { gte: 20 }, window_minutes: 60 }, 'A wallet has at least 20 transactions within 1 hour'],
  ['contract_deploy', {}, 'A wallet deploys a contract'],
  ['token_mint', { token_symbol: 'USDC' }, 'A wallet gets newly minted tokens USDC'],
  ['approval', { unlimited: true }, 'A wallet lets somebody spend tokens without a limit'],
  ['approval', { spender_not_in: ['0x1', '0x2'] }, 'A wallet lets an address that is not one of 2 spend tokens'],
  ['approval', { revoked: true, token_symbol: 'DAI' }, 'A wallet takes back the right of somebody to spend DAI'],
  ['authority_change', { kinds: ['owner_added'] }, 'A wallet changes its owners, keys or code (owner added)'],
  ['large_transfer', { value_usd: {} }, 'A wallet pays or receives …'],
  ['method_call', {}, 'A wallet calls the method …'],
  ['of_the_future', {}, 'A wallet meets the conditions of of_the_future'],
])('%s with %j says: %s', (ruleType, conditions, sentence) => {
  expect(told(ruleType, conditions)).toBe(sentence);
});

it('names the wallet of a rule, and counts several', () => {
  expect(told('contract_deploy', {}, { ids: ['a'] })).toBe('Cold vault A deploys a contract');
  expect(told('contract_deploy', {}, { ids: ['b'] })).toBe('One wallet deploys a contract');
  expect(told('contract_deploy', {}, { ids: ['a', 'b'] })).toBe('One of 2 wallets deploys a contract');
});

it.each<[Partial<WalletSelector>, sentence: string]>([
  [{ types: ['cold'] }, 'A wallet of the type cold deploys a contract'],
  [{ tags: ['vault', 'desk'] }, 'A wallet with the tag vault or desk deploys a contract'],
  [{ types: ['a', 'b', 'c', 'd'] }, 'A wallet of the type a, b or 2 others deploys a contract'],
  [
    { types: ['cold'], tags: ['vault'], ids: ['a'] },
    'A wallet of the type cold or with the tag vault, or Cold vault A, deploys a contract',
  ],
])('tells the groups of %j', (wallets, sentence) => {
  expect(told('contract_deploy', {}, wallets)).toBe(sentence);
});

it('tells each type of rule, and each template, without JSON', () => {
  for (const ruleType of RuleType.options) expect(told(ruleType)).not.toContain('meets the conditions');
  for (const { ruleType, conditions } of teams.flatMap(({ rules }) => rules))
    expect(told(ruleType, conditions)).not.toMatch(/[{}[\]"]|null/);
});
