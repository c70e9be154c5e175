import { expect, it } from '@jest/globals';
import { levelUnit } from '../../sdk/alert-level.ts';
import { aSubjectEvent } from '../support/records.ts';

const subject = (level: string, symbol: string | null) => ({ ...SUBJECT, level, symbol });
const SUBJECT = { walletId: '', chain: null, asset: null };
const reasons = [{ condition: 'left_usd', expected: { gt: '1' }, actual: '2', passed: true }];

it.each([
  ['hours', { ruleType: 'silence', subject: subject('24', null) }],
  ['hour', { ruleType: 'silence', subject: subject('1', 'ETH') }],
  ['USD', { ruleType: 'outflow', subject: subject('5', 'USDC'), reasons }],
  ['USDC', { ruleType: 'balance', subject: subject('5', 'USDC') }],
  [null, { ruleType: 'balance', subject: subject('5', null) }],
] as const)('The level counts %s', (unit, more) => {
  expect(levelUnit({ ...aSubjectEvent(), ...more, reasons: 'reasons' in more ? [...more.reasons] : [] })).toBe(unit);
});
