import fc from 'fast-check';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Values that only a running stack knows are written as tokens, so a seed gives the same requests on every stack.
 * `{{wallets.3}}` is the id of a wallet of the organisation, `{{other.wallets.3}}` the id of a wallet of the other
 * organisation, `{{receiver}}` the URL of the fuzzer's own server, and `{{repeat:9:x}}` nine times `x`.
 */
const KINDS = [
  'wallets',
  'transactions',
  'rules',
  'events',
  'webhooks',
  'deliveries',
  'keys',
  'backfill',
  'replays',
] as const;

const UNKNOWN_ID = '6f0cdd3e-2f0a-4c0f-9a44-5c1a7d1f6d53';

export const idOf = (kind: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.nat(30).map((n) => `{{${kind}.${n}}}`) },
    { weight: 1, arbitrary: fc.nat(5).map((n) => `{{other.${kind}.${n}}}`) },
    { weight: 1, arbitrary: fc.constantFrom(...KINDS).map((other) => `{{${other}.0}}`) },
    { weight: 1, arbitrary: fc.constant(UNKNOWN_ID) },
  );

const hex = (digits: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits });
const solana = [
  '11111111111111111111111111111112',
  'So11111111111111111111111111111111111111112',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
];
const xrp = ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B'];

const address = fc.oneof(
  { weight: 12, arbitrary: hex(40).map((digits) => `0x${digits}`) },
  { weight: 6, arbitrary: fc.nat(9).map((n) => `{{address.${n}}}`) },
  { weight: 1, arbitrary: fc.constantFrom(...solana, ...xrp) },
);
const hash = fc.oneof(
  { weight: 12, arbitrary: hex(64).map((digits) => `0x${digits}`) },
  { weight: 4, arbitrary: fc.nat(3).map((n) => `0x${String(n).repeat(64)}`) },
  { weight: 1, arbitrary: hex(64) },
  { weight: 1, arbitrary: fc.constant('5'.repeat(88)) },
);
/** No URL here reaches another machine: names under `.invalid` do not exist, and the API must refuse the other URLs. */
export const hostileUrls = [
  'https://hooks.invalid/x',
  'https://hooks.invalid:8443/a?b=c#d',
  'http://hooks.invalid/',
  'https://user:secret@hooks.invalid/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://１２７.0.0.1/',
  'https://localhost.localdomain.invalid./',
  'https://printer.local/',
  'https://hooks.invalid:22/',
  'https://hooks.invalid/ x',
  'https://hooks.invalid/\u0000',
  'https://hooks.invalid/\ud800',
  'https://xn--a.invalid/',
  'https:///',
  'https://%00/',
  '//hooks.invalid',
  'javascript:alert(1)',
  'data:text/plain,x',
  'file:///etc/passwd',
  'https://[::1',
  `https://${'a'.repeat(64)}.invalid/`,
  `https://hooks.invalid/${'a'.repeat(3000)}`,
  '',
];
const url = fc.oneof(
  { weight: 6, arbitrary: fc.nat(9).map((n) => `{{receiver}}/${n}`) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileUrls) },
);
const usual = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-06-01'), noInvalidDate: true })
  .map((at) => at.toISOString());
const instant = fc.oneof(
  usual,
  fc.constantFrom(
    '2026-01-31',
    '2026-02-28T23:59:59.999+14:00',
    '0001-01-01',
    '0000-01-01',
    '9999-12-31',
    '1970-01-01T00:00:00Z',
  ),
);

/** The start of a range, and the end, which is mostly after the start. Some routes take no range beyond a year. */
const start = fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: instant });
const later = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('2026-06-02', '2026-07-01T00:00:00Z') },
  { weight: 1, arbitrary: instant },
);

export const text = fc.string({ unit: 'grapheme', maxLength: 12 });

/** Mostly EVM wallets, because most hashes and addresses here belong to EVM chains. */
const walletId = fc.oneof(
  { weight: 4, arbitrary: fc.nat(3).map((n) => `{{evmWallets.${n}}}`) },
  { weight: 1, arbitrary: idOf('wallets') },
);

const chain = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('ethereum', 'anvil') },
  { weight: 1, arbitrary: fc.constantFrom('base', 'sepolia', 'solana', 'solana-devnet', 'xrp', 'xrp-testnet') },
);

const evmAddress = hex(40).map((digits) => `0x${digits}`);
const counterparty = fc.oneof(evmAddress, fc.constantFrom('own_wallets', 'address_book'));

/** Values by field name, for fields whose schema says only that the value is a text. */
export const fieldValues: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  address,
  addresses: address,
  counterparty_in: counterparty,
  counterparty_not_in: counterparty,
  spender_in: evmAddress,
  spender_not_in: evmAddress,
  fromAddress: address,
  toAddress: address,
  contract_address: address,
  token_address: address,
  counterparty: address,
  asset: fc.oneof(fc.constant('native'), evmAddress),
  rearm_percent: fc.integer({ min: 0, max: 100 }),
  hours: fc.integer({ min: 1, max: 720 }),
  window_minutes: fc.integer({ min: 5, max: 1440 }),
  tag: fc.constantFrom('payroll', 'tax 2026', '漢'),
  q: fc.constantFrom('treasury', '0xab', '%', '..', 'a b'),
  minValueUsd: fc.constantFrom('0', '0.01', '1000', '1000000'),
  hash,
  chain,
  chains: fc.constantFrom('ethereum', 'anvil'),
  url,
  customWebhookUrl: url,
  slackWebhookUrl: url,
  emails: fc.nat(9).map((n) => `ops+${n}@example.com`),
  from: start,
  to: later,
  blockTimestamp: instant,
  createdAt: instant,
  // Keys take dates, and the approvals of a tested transaction take whole instants alone.
  expiresAt: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('2999-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z') },
    fc.constantFrom('2999-01-01', '2999-12-31T23:59:59+02:00', '9999-12-31', '2020-01-01'),
  ),
  color: hex(6).map((digits) => `#${digits}`),
  method: fc.constantFrom('transfer', 'transfer(address,uint256)', '0xa9059cbb', 'a b', '(('),
  walletId,
  walletIds: walletId,
  fromHeight: fc.constantFrom(0, 0, 0, 1),
  toHeight: fc.constantFrom(0, 0, 0, 2),
  cooldownMinutes: fc.constantFrom(0, 5, 0.5, 1440),
  ruleId: idOf('rules'),
  transactionId: idOf('transactions'),
  webhookId: idOf('webhooks'),
  eventId: idOf('events'),
  ids: fc.oneof(idOf('events'), idOf('deliveries')),
};

/** Values that often break parsers, stores and templates. */
export const hostileValues: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1e-7,
  1e-320,
  1e21,
  1e78,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  '',
  ' ',
  '0',
  '-0',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\u202e\u2066rtl',
  'e\u0301'.repeat(20),
  '\u200b',
  '\ufeff',
  '\u2028',
  '👩‍👩‍👧‍👦'.repeat(30),
  'ﷺ',
  'İ',
  'ß',
  '１２３',
  '٣',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '#{7*7}',
  '{{7*7}}',
  '%s%n',
  '../../etc/passwd',
  '#ORG',
  'ORG#1#WALLET',
  '#',
  '|',
  '\r\nBcc: a@example.com',
  '=1+1',
  '1'.repeat(79),
  '1'.repeat(400),
  '0.'.padEnd(90, '0'),
  '1e5',
  '+1',
  '0x10',
  '.5',
  '5.',
  '1,000',
  '2026-02-30',
  '2026-01-01T25:00:00Z',
  '10000-01-01',
  '-000001-01-01',
  '2026-W01',
  '1700000000',
  '{{wallets.0}}',
  '{{other.wallets.0}}',
  '{{repeat:70000:x}}',
  [],
  {},
  [[]],
  [null],
  { length: 1 },
  { toString: 1 },
  { toJSON: 1 },
  { $ne: null },
  { S: 'x' },
  { gte: null },
  Array.from({ length: 1001 }, () => 'x'),
  Array.from({ length: 101 }, () => UNKNOWN_ID),
  Array.from({ length: 40 }, () => UNKNOWN_ID),
];

/** Keys with a special meaning in JavaScript, in DynamoDB or in paths. */
export const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  ' ',
  '.',
  'a.b',
  '0',
  '\u0000',
  '\ud800',
  '#',
  ':id',
  '$where',
  'then',
  'toJSON',
  'organisationId',
  'id',
  'version',
  'PK',
  'ttl',
];
