import { describe, expect, it } from '@jest/globals';
import { conditionErrors } from '../../../lib/alerts/rules/schema.ts';
import { RuleType, ruleTypes } from '../../../lib/alerts/rules/types/rule-types.ts';
import { OURS, THEIRS } from '../../support/records.ts';

const pathsOf = (ruleType: RuleType, conditions: unknown) =>
  conditionErrors(ruleType, conditions).map(({ path }) => path);

const WHOM = { counterparty_in: ['own_wallets', 'list:a-1'], counterparty_not_in: Array(100).fill(THEIRS) };
const WHY = { destination_tag: Array(100).fill(4_294_967_295), memo_contains: 'x'.repeat(64) };

/** The smallest and the largest conditions of each type. */
const SOLANA_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const XRP_ISSUER = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';

const accepted: Record<RuleType, object[]> = {
  any_transfer: [
    {},
    { side: 'sends', other_end: 'any', ...WHOM, first_time: true },
    { direction: 'internal', destination_tag: 0, memo_contains: 'x' },
  ],
  large_transfer: [
    { value_usd: { gte: 10_000 } },
    {
      value_usd: { gte: '1', gt: 1, lte: '2', lt: 2 },
      unknown_value: 'match',
      direction: 'inbound',
      side: 'receives',
      other_end: 'outside',
      destination_tag: null,
    },
  ],
  token_transfer: [
    { token_symbol: 'USDC' },
    { token_address: THEIRS },
    {
      token_symbol: ['USDC', 'DAI'],
      token_address: THEIRS,
      amount: { gt: '0' },
      direction: 'outbound',
      ...WHY,
      ...WHOM,
    },
  ],
  inbound_only: [{}, { value_usd: { gte: 1 }, unknown_value: 'ignore', token_symbol: ['USDC'], ...WHY, ...WHOM }],
  outbound_only: [{}, { value_usd: { gte: 1 }, unknown_value: 'match', token_symbol: 'USDC', ...WHY }],
  contract_call: [{}, { contract_address: THEIRS }],
  method_call: [
    { method: 'approve' },
    { method: '0xA9059cbb' },
    { method: 'f((uint256,bytes)[],address)' },
    { method: '_$f' },
  ],
  address_blacklist: [{ addresses: [THEIRS, `list:${'a'.repeat(64)}`] }, { addresses: Array(1000).fill(THEIRS) }],
  gas_spike: [{ gas_price_gwei: { gte: '0.000000001' } }],
  frequency: [
    { count: { gte: 1 }, window_minutes: 1 },
    { count: { gte: 1_000_000 }, window_minutes: 1440 },
    { count: { gte: '1000000' }, window_minutes: '1440' },
  ],
  outflow: [
    { value_usd: { gte: 1 }, window_minutes: 5 },
    { value_usd: { gt: 0 }, asset: 'native', window_minutes: 10_080, per: 'rule' },
    { amount: { gte: '0.000000000000000001' }, asset: THEIRS, window_minutes: '60', per: 'wallet' },
  ],
  balance: [
    { asset: 'native', below: 1 },
    { asset: THEIRS, below: '0.000000000000000001', above: 1000, rearm_percent: '2.5' },
    { asset: 'native', above: 0, rearm_percent: 0 },
  ],
  silence: [{ hours: 1 }, { hours: 720, direction: 'inbound', asset: 'native' }, { hours: '24', asset: THEIRS }],
  contract_deploy: [{}],
  token_mint: [{}, { token_symbol: 'USDC', token_address: THEIRS }],
  approval: [
    {},
    {
      unlimited: true,
      amount: { gte: '1' },
      spender_in: [THEIRS],
      spender_not_in: Array(1000).fill(OURS),
      token_symbol: ['USDC', 'DAI'],
      token_address: THEIRS,
      revoked: false,
      ...WHOM,
    },
  ],
  authority_change: [{}, { kinds: ['owner_added', 'admin_changed'] }],
  nft_transfer: [{}, { token_address: THEIRS, token_id: String(2n ** 256n - 1n), direction: 'outbound', ...WHY }],
};

describe.each(RuleType.options)('the conditions of %s', (ruleType) => {
  it.each(accepted[ruleType].map((conditions) => [conditions]))('accept %j', (conditions) => {
    expect(conditionErrors(ruleType, conditions)).toEqual([]);
  });

  it('refuse an unknown key and name its path', () => {
    const [least] = accepted[ruleType];
    expect(conditionErrors(ruleType, { ...least, bogus: 1 })).toEqual([
      { path: 'conditions.bogus', message: 'is not a known field' },
    ]);
  });
});

describe('the error for a missing condition', () => {
  it.each<[RuleType, string[]]>([
    ['large_transfer', ['conditions.value_usd']],
    ['token_transfer', ['conditions.token_symbol']],
    ['method_call', ['conditions.method']],
    ['address_blacklist', ['conditions.addresses']],
    ['gas_spike', ['conditions.gas_price_gwei']],
    ['frequency', ['conditions.count', 'conditions.window_minutes']],
    ['silence', ['conditions.hours']],
    ['balance', ['conditions.asset', 'conditions.below']],
    ['outflow', ['conditions.window_minutes', 'conditions.value_usd']],
  ])('names the field of %s', (ruleType, paths) => {
    expect(pathsOf(ruleType, {})).toEqual(paths);
  });

  it('names the field inside a condition', () => {
    expect(pathsOf('frequency', { count: {}, window_minutes: 5 })).toEqual(['conditions.count.gte']);
  });
});

describe('a bound of a condition', () => {
  const bounded = [
    ['large_transfer', (bound: unknown) => ({ value_usd: bound }), 'conditions.value_usd'],
    ['inbound_only', (bound: unknown) => ({ value_usd: bound }), 'conditions.value_usd'],
    ['outbound_only', (bound: unknown) => ({ value_usd: bound }), 'conditions.value_usd'],
    ['token_transfer', (bound: unknown) => ({ token_symbol: 'USDC', amount: bound }), 'conditions.amount'],
    ['gas_spike', (bound: unknown) => ({ gas_price_gwei: bound }), 'conditions.gas_price_gwei'],
  ] as const;
  const wrong = [
    '-1',
    '1e999',
    '0x10',
    'NaN',
    'Infinity',
    '',
    ' 1',
    '1,5',
    '.5',
    '5.',
    '9'.repeat(400),
    -1,
    -0.5,
    null,
    true,
    [],
  ];
  /** JSON.parse reads 1e999 as Infinity. No JSON text contains the other values. */
  const notFinite = [Number.POSITIVE_INFINITY, Number.NaN];

  it.each(bounded)('of %s is refused by name when it is no amount', (ruleType, conditions, path) => {
    for (const key of ['gte', 'gt', 'lte', 'lt']) {
      for (const value of [...wrong, ...notFinite]) {
        expect(new Set(pathsOf(ruleType, conditions({ [key]: value })))).toEqual(new Set([`${path}.${key}`]));
      }
    }
  });

  it.each(bounded)('of %s must exist, be known and be in an object', (ruleType, conditions, path) => {
    expect(pathsOf(ruleType, conditions({}))).toEqual([path]);
    expect(pathsOf(ruleType, conditions(5))).toEqual([path]);
    expect(pathsOf(ruleType, conditions('5'))).toEqual([path]);
    expect(pathsOf(ruleType, conditions(null))).toEqual([path]);
    expect(pathsOf(ruleType, conditions({ gte: 5, eq: 5 }))).toEqual([`${path}.eq`]);
  });
});

describe('conditions out of range are refused by name', () => {
  it.each<[RuleType, object, string]>([
    ['any_transfer', { direction: 'up' }, 'conditions.direction'],
    ['any_transfer', { destination_tag: -1 }, 'conditions.destination_tag'],
    ['any_transfer', { destination_tag: 4_294_967_296 }, 'conditions.destination_tag'],
    ['any_transfer', { destination_tag: '7' }, 'conditions.destination_tag'],
    ['any_transfer', { destination_tag: [] }, 'conditions.destination_tag'],
    ['any_transfer', { destination_tag: [null] }, 'conditions.destination_tag.0'],
    ['any_transfer', { memo_contains: '' }, 'conditions.memo_contains'],
    ['any_transfer', { memo_contains: 'x'.repeat(65) }, 'conditions.memo_contains'],
    ['any_transfer', { memo_contains: 'a\u202eb' }, 'conditions.memo_contains'],
    ['any_transfer', { direction: 'Inbound' }, 'conditions.direction'],
    ['large_transfer', { value_usd: { gte: 1 }, direction: 5 }, 'conditions.direction'],
    ['large_transfer', { unknown_value: 'match' }, 'conditions.value_usd'],
    ['large_transfer', { value_usd: { gte: 1 }, unknown_value: 'wait' }, 'conditions.unknown_value'],
    ['inbound_only', { unknown_value: 'match' }, 'conditions.unknown_value'],
    ['inbound_only', { value_usd: { gte: 1 }, unknown_value: 'Match' }, 'conditions.unknown_value'],
    ['outbound_only', { unknown_value: 'ignore', token_symbol: 'USDC' }, 'conditions.unknown_value'],
    ['outbound_only', { value_usd: { gte: 1 }, unknown_value: null }, 'conditions.unknown_value'],
    ['token_transfer', { token_symbol: 'USDC', unknown_value: 'match' }, 'conditions.unknown_value'],
    ['address_blacklist', { addresses: [] }, 'conditions.addresses'],
    ['address_blacklist', { addresses: Array(1001).fill(THEIRS) }, 'conditions.addresses'],
    ['address_blacklist', { addresses: THEIRS }, 'conditions.addresses'],
    ['address_blacklist', { addresses: [THEIRS, ''] }, 'conditions.addresses.1'],
    ['address_blacklist', { addresses: [THEIRS, OURS, 5] }, 'conditions.addresses.2'],
    ['frequency', { count: { gte: 1 }, window_minutes: 0 }, 'conditions.window_minutes'],
    ['frequency', { count: { gte: 1 }, window_minutes: 1441 }, 'conditions.window_minutes'],
    ['frequency', { count: { gte: 1 }, window_minutes: '0' }, 'conditions.window_minutes'],
    ['frequency', { count: { gte: 1 }, window_minutes: '1441' }, 'conditions.window_minutes'],
    ['frequency', { count: { gte: 1 }, window_minutes: 1.5 }, 'conditions.window_minutes'],
    ['frequency', { count: { gte: 1 }, window_minutes: null }, 'conditions.window_minutes'],
    ['frequency', { count: { gte: 0 }, window_minutes: 5 }, 'conditions.count.gte'],
    ['frequency', { count: { gte: '1.5' }, window_minutes: 5 }, 'conditions.count.gte'],
    ['frequency', { count: { gte: 1_000_001 }, window_minutes: 5 }, 'conditions.count.gte'],
    ['frequency', { count: { gte: 1, lte: 5 }, window_minutes: 5 }, 'conditions.count.lte'],
    ['frequency', { count: 5, window_minutes: 5 }, 'conditions.count'],
    ['token_transfer', { token_symbol: '' }, 'conditions.token_symbol'],
    ['token_transfer', { token_symbol: [] }, 'conditions.token_symbol'],
    ['token_transfer', { token_symbol: ['USDC', 5] }, 'conditions.token_symbol.1'],
    ['token_transfer', { token_symbol: 'a'.repeat(65) }, 'conditions.token_symbol'],
    ['token_transfer', { token_address: '' }, 'conditions.token_address'],
    ['nft_transfer', { token_address: 'garbage' }, 'conditions.token_address'],
    ['nft_transfer', { token_id: '' }, 'conditions.token_id'],
    ['nft_transfer', { token_id: 7 }, 'conditions.token_id'],
    ['nft_transfer', { direction: 'up' }, 'conditions.direction'],
    ['approval', { unlimited: 'yes' }, 'conditions.unlimited'],
    ['approval', { revoked: null }, 'conditions.revoked'],
    ['approval', { spender_in: [] }, 'conditions.spender_in'],
    ['approval', { spender_not_in: [THEIRS, 'garbage'] }, 'conditions.spender_not_in.1'],
    ['approval', { token_address: 'garbage' }, 'conditions.token_address'],
    ['authority_change', { kinds: [] }, 'conditions.kinds'],
    ['authority_change', { kinds: ['owner_added', 'owner_addded'] }, 'conditions.kinds.1'],
    ['method_call', { method: '0x1234567' }, 'conditions.method'],
    ['method_call', { method: 'transfer(address' }, 'conditions.method'],
    ['method_call', { method: '1st' }, 'conditions.method'],
    ['method_call', { method: 5 }, 'conditions.method'],
    ['contract_call', { contract_address: 5 }, 'conditions.contract_address'],
    ['contract_call', { contract_address: 'garbage' }, 'conditions.contract_address'],
    // The checksum of the mixed-case address is wrong, so the rule would never match.
    ['address_blacklist', { addresses: [THEIRS.replace('E', 'e')] }, 'conditions.addresses.0'],
  ])('%s %j', (ruleType, conditions, path) => {
    expect(new Set(pathsOf(ruleType, conditions))).toEqual(new Set([path]));
  });
});

/** Texts that no record holds, and that look like a text that records hold. */
const HIDDEN = ['\u200b', '\u200d', '\u202e', '\u2066', '\ufeff', '\u00ad', '\u{e0061}', '\u2028', '\u009b', '\u001b'];

describe('conditions that hide what they say', () => {
  it.each<[RuleType, (text: string) => object, string]>([
    ['token_transfer', (text) => ({ token_symbol: `US${text}DC` }), 'token_symbol'],
    ['token_transfer', (text) => ({ token_symbol: ['DAI', `US${text}DC`] }), 'token_symbol.1'],
    ['inbound_only', (text) => ({ token_symbol: `${text}USDC` }), 'token_symbol'],
    ['outbound_only', (text) => ({ token_symbol: `USDC${text}` }), 'token_symbol'],
    ['token_mint', (text) => ({ token_symbol: `US${text}DC` }), 'token_symbol'],
    ['approval', (text) => ({ token_symbol: [`US${text}DC`] }), 'token_symbol.0'],
    ['nft_transfer', (text) => ({ token_id: `7${text}` }), 'token_id'],
    ['method_call', (text) => ({ method: `trans${text}fer` }), 'method'],
    ['address_blacklist', (text) => ({ addresses: [THEIRS, `${OURS}${text}`] }), 'addresses.1'],
    ['approval', (text) => ({ spender_in: [`${text}${THEIRS}`] }), 'spender_in.0'],
    ['contract_call', (text) => ({ contract_address: `${THEIRS}${text}` }), 'contract_address'],
    ['token_transfer', (text) => ({ token_address: `${THEIRS}${text}` }), 'token_address'],
    ['large_transfer', (text) => ({ value_usd: { gte: `1${text}` } }), 'value_usd.gte'],
    ['large_transfer', (text) => ({ value_usd: { gte: 1 }, direction: `inbound${text}` }), 'direction'],
  ])('of %s are refused by name: %s', (ruleType, conditions, path) => {
    for (const text of HIDDEN) {
      expect([text, pathsOf(ruleType, conditions(text))]).toEqual([text, [`conditions.${path}`]]);
    }
  });

  it('are still evaluated when an earlier release stored them', () => {
    const conditions = { token_symbol: 'US\u200bDC' };
    expect(pathsOf('token_transfer', conditions)).toEqual(['conditions.token_symbol']);
    expect(() => ruleTypes.token_transfer.compile(conditions, () => undefined)).not.toThrow();
  });
});

describe('the conditions on a balance', () => {
  it.each<[string, object, string]>([
    ['an asset that is no address', { asset: 'USDC', below: 1 }, 'conditions.asset'],
    ['no bound', { asset: 'native' }, 'conditions.below'],
    ['a bound that no balance falls below', { asset: 'native', below: 0 }, 'conditions.below'],
    ['bounds that every balance is past', { asset: 'native', below: 2, above: '1.5' }, 'conditions.above'],
    ['a negative bound', { asset: 'native', below: '-1' }, 'conditions.below'],
    ['a bound that is no number', { asset: 'native', below: 'x', above: 'y' }, 'conditions.above'],
    ['a way back that is no number', { asset: 'native', below: 1, rearm_percent: 'x' }, 'conditions.rearm_percent'],
    ['a way back of more than all', { asset: 'native', below: 1, rearm_percent: 101 }, 'conditions.rearm_percent'],
    ['a token of the XRP Ledger, which no check reads', { asset: XRP_ISSUER, below: 1 }, 'conditions.asset'],
  ])('refuse %s', (_, conditions, path) => {
    expect(pathsOf('balance', conditions)).toContain(path);
  });

  it('say why a token is refused', () => {
    expect(conditionErrors('balance', { asset: XRP_ISSUER, below: 1 })).toEqual([
      {
        path: 'conditions.asset',
        message:
          'must be native or the address of a token of an EVM chain or Solana: ' +
          'no check reads the balances of other tokens',
      },
    ]);
  });

  it.each([
    ['an EVM chain', OURS],
    ['Solana', SOLANA_USDC],
  ])('take a token of %s', (_, asset) => {
    expect(conditionErrors('balance', { asset, below: 1 })).toEqual([]);
  });

  it('are still evaluated with a token that an earlier release accepted', () => {
    expect(() => ruleTypes.balance.compile({ asset: XRP_ISSUER, below: 1 }, () => undefined)).not.toThrow();
  });
});

describe('the conditions of an outflow', () => {
  const sum = { value_usd: { gte: 1 }, window_minutes: 60 };
  it.each<[string, object, string]>([
    ['two units', { ...sum, amount: { gte: 1 }, asset: 'native' }, 'conditions.value_usd'],
    ['an amount of no asset', { amount: { gte: 1 }, window_minutes: 60 }, 'conditions.asset'],
    ['an asset that is no address', { ...sum, asset: 'USDC' }, 'conditions.asset'],
    ['a bound of 0, which every sum reaches', { ...sum, value_usd: { gte: 0 } }, 'conditions.value_usd'],
    ['no bound', { ...sum, value_usd: {} }, 'conditions.value_usd'],
    ['two bounds', { ...sum, value_usd: { gte: 1, gt: 1 } }, 'conditions.value_usd'],
    ['a bound that sums fall below', { ...sum, value_usd: { lt: 1 } }, 'conditions.value_usd.lt'],
    ['a window that is too short', { ...sum, window_minutes: 4 }, 'conditions.window_minutes'],
    ['a window that is too long', { ...sum, window_minutes: 10_081 }, 'conditions.window_minutes'],
    ['an unknown sum', { ...sum, per: 'organisation' }, 'conditions.per'],
  ])('refuse %s', (_, conditions, path) => {
    expect(pathsOf('outflow', conditions)).toContain(path);
  });
});
