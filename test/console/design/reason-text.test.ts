import { describe, expect, it } from '@jest/globals';
import { separatorsOf } from '../../../console/design/amount-text.ts';
import { actualText, reasonText } from '../../../console/design/reason-text.ts';

const english = separatorsOf('en');

describe('The text of a reason', () => {
  it('states bounds in words and keeps each digit', () => {
    expect(reasonText({ gte: '1000000.000000000000000001', lt: 2000000 }, english)).toBe(
      'at least 1,000,000.000000000000000001, less than 2,000,000',
    );
    expect(reasonText({ gte: 5, window_minutes: 60 }, english)).toBe('at least 5, window minutes 60');
  });

  it('states what is not known, answers and lists', () => {
    expect(reasonText(null, english)).toBe('unknown');
    expect(reasonText(true, english)).toBe('yes');
    expect(reasonText(['USDC', 'DAI'], english)).toBe('USDC, DAI');
    expect(reasonText([], english)).toBe('none');
    expect(reasonText(null, english, 'none')).toBe('none');
    expect(actualText(7, null, english, 'none')).toBe('none');
  });

  it('groups the digits of a found number only where the condition has bounds', () => {
    expect(actualText({ gte: '1000' }, '2500', english)).toBe('2,500');
    expect(actualText('1234', '1234', english)).toBe('1234');
    expect(actualText({ gte: '1000' }, null, english)).toBe('unknown');
  });
});
