import { describe, expect, it } from '@jest/globals';
import { actualText, expectedText, reasonText, unmetText, withWalletLabels } from '../../sdk/reason-text.ts';

describe('The text of a reason', () => {
  it('states bounds in words and keeps each digit', () => {
    expect(reasonText({ gte: '1000000.000000000000000001', lt: 2000000 })).toBe(
      'at least 1,000,000.000000000000000001, less than 2,000,000',
    );
    expect(reasonText({ gte: 5, window_minutes: 60 })).toBe('at least 5, window minutes 60');
  });

  it('states what is not known, answers and lists', () => {
    expect(reasonText(null)).toBe('unknown');
    expect(reasonText(true)).toBe('yes');
    expect(reasonText(['USDC', 'DAI'])).toBe('USDC, DAI');
    expect(reasonText([])).toBe('none');
    expect(reasonText(null, 'none')).toBe('none');
    expect(actualText(7, null, 'none')).toBe('none');
  });

  it('names wallets by their labels, groups in words, and a wallet that nobody knows by its id', () => {
    const labelOf = (id: string) => ({ a: 'Treasury', b: 'Payroll' })[id];
    const ofWallets = { condition: 'walletIds', expected: ['a', 'gone'], actual: 'b', passed: false };
    const named = withWalletLabels(ofWallets, labelOf);
    expect([reasonText(named.expected), reasonText(named.actual)]).toEqual(['Treasury, gone', 'Payroll']);
    const ofGroups = {
      ...{ condition: 'wallets', passed: true },
      expected: { ids: ['a'], tags: ['vault'] },
      actual: { ids: ['b'], tags: ['vault'], types: ['hot'] },
    };
    const grouped = withWalletLabels(ofGroups, labelOf);
    expect([reasonText(grouped.expected), reasonText(grouped.actual)]).toEqual([
      'Treasury, with the tag vault',
      'Payroll, with the tag vault, of the type hot',
    ]);
    const ofAsset = { condition: 'asset', expected: 'a', actual: 'b', passed: false };
    expect(withWalletLabels(ofAsset, labelOf)).toEqual(ofAsset);
  });

  it.each([
    ['counterparty_in', 'list:exchanges', 'on the list exchanges', 'not on the list exchanges'],
    ['counterparty_not_in', 'address_book', 'not in the address book', 'in the address book'],
    ['counterparty_not_in (sum of 2 transfers)', 'own_wallets', 'not an own wallet', 'an own wallet'],
    [
      'counterparty_not_in',
      'A, B, list:x and 2 more',
      'none of A, B, not on the list x and 2 more',
      'one of A, B, on the list x or 2 more',
    ],
    ['counterparty_in', 'A, own_wallets', 'one of A or an own wallet', 'none of A and not an own wallet'],
    ['addresses', 'one of list:fraud', 'one of the list fraud', 'not one of the list fraud'],
    ['value_usd', { gte: 1000 }, 'at least 1,000', 'not at least 1,000'],
  ])('says what the condition %s asks by %j, and what is so where it fails', (condition, expected, asked, unmet) => {
    expect(expectedText({ condition, expected })).toBe(asked);
    expect(unmetText({ condition, expected })).toBe(unmet);
  });

  it('groups the digits of a found number only where the condition has bounds', () => {
    expect(actualText({ gte: '1000' }, '2500')).toBe('2,500');
    expect(actualText('1234', '1234')).toBe('1234');
    expect(actualText({ gte: '1000' }, null)).toBe('unknown');
  });
});
