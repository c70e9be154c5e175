import { expect, it } from '@jest/globals';
import { meantBy } from '../../../cli/base/likeness.ts';
import { CHAIN_IDS, RULE_CONDITIONS } from '../../../sdk/index.ts';

const TYPES = Object.keys(RULE_CONDITIONS);

it.each([
  ['large_transfr', TYPES, 'large_transfer'],
  ['LargeTransfer', TYPES, 'large_transfer'],
  ['freq', TYPES, 'frequency'],
  ['bse', CHAIN_IDS, 'base'],
  ['etherum', CHAIN_IDS, 'ethereum'],
  ['Krak', ['Kraken', 'Binance'], 'Kraken'],
  ['Acounting', ['Accounting', 'Old SIEM'], 'Accounting'],
])('"%s" means the likest of the names', (text, names, meant) => {
  expect(meantBy(text, names)).toBe(meant);
});

it.each([
  ['base', CHAIN_IDS],
  ['mars', CHAIN_IDS],
  ['la', TYPES],
  ['', TYPES],
])('"%s" means no other name: it is a name, or like none', (text, names) => {
  expect(meantBy(text, names)).toBeUndefined();
});
