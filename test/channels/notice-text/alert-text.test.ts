import { describe, expect, it } from '@jest/globals';
import { alertText } from '../../../lib/channels/notice-text/alert-text.ts';
import { amountInShort, usdInShort } from '../../../lib/channels/notice-text/headline-figures.ts';
import { addressInShort } from '../../../lib/values/untrusted-text.ts';
import { firedNotice } from '../../support/notices.ts';
import { aTokenTransfer, USDC } from '../../support/records.ts';
import { event, saying, withTransaction } from './alerts.ts';

const fact = (shown: typeof event, name: string) =>
  alertText(firedNotice(shown)).facts.find((each) => each.name === name)?.value;

describe('the message of an alert', () => {
  it('names the contract of a token, because anybody can use any symbol', () => {
    const fake = { tokenSymbol: 'ETH', tokenAmount: '7', transfers: [aTokenTransfer({ asset: 'ETH', amount: '7' })] };
    expect(fact(withTransaction(fake), 'Token contract')).toBe(USDC);
    expect(fact(event, 'Token contract')).toBeUndefined();
  });

  it('says that the USD value is unknown', () => {
    const shown = withTransaction({ valueUsd: null });
    expect(alertText(firedNotice(shown)).title).toContain('1.5 ETH (USD value unknown)');
    expect(fact(shown, 'Value')).toBe('USD value unknown');
  });

  it('names a new contract, or nobody, when a transaction has no recipient', () => {
    const offer = { toAddress: null, txType: 'contract_call' } as const;
    expect(fact(withTransaction({ ...offer, txType: 'contract_deploy' }), 'To')).toBe('a new contract');
    expect(fact(withTransaction(offer), 'To')).toBe('nobody');
  });

  it('tells the sentence of the record, with the chain', () => {
    expect(alertText(firedNotice(event)).summary).toBe(`${event.summary} on Ethereum.`);
  });

  it('says that a failed transaction moved nothing', () => {
    expect(fact(withTransaction({ status: 'failed' }), 'Outcome')).toBe('failed: nothing moved but the fee');
    expect(fact(event, 'Outcome')).toBeUndefined();
  });

  it.each([
    [{ count: 0, largestUsd: null }, undefined],
    [{ count: 1, largestUsd: null }, '1 match since the last alert, no USD value known'],
    [{ count: 1200, largestUsd: '7500.5' }, '1200 matches since the last alert, the largest 7500.5 USD'],
  ])('says what the cooldown suppressed: %j', (suppressed, shown) => {
    expect(fact({ ...event, suppressed }, 'Suppressed by the cooldown')).toBe(shown);
  });

  it('names the called method when a transaction moved nothing', () => {
    const shown = withTransaction({ txType: 'contract_call', tokenAmount: '0.00' });
    expect(alertText(firedNotice(shown)).title).toBe('Critical: Large transfer, contract call outbound, Treasury');
  });
});

describe('the message of an alert with long names and amounts', () => {
  it.each(['🐋', 'a.bc', '&', '9'])('has a bounded length when each text repeats %j', (text) => {
    const { title, summary, facts } = alertText(firedNotice(saying(text.repeat(5_000))));
    expect([...title].length).toBeLessThanOrEqual(400);
    expect([...summary].length).toBeLessThanOrEqual(250);
    for (const { value } of facts) expect([...value].length).toBeLessThanOrEqual(250);
  });
});

describe('figures of a headline', () => {
  it.each([
    ['1.5', '1.5'],
    ['0', '0'],
    ['1234567.891', '1,234,567.891'],
    ['0.123456789', '0.12345678…'],
    ['0.000000000000123456', '0.000000000000123…'],
    ['9'.repeat(78), `${'999,'.repeat(9)}999…`],
  ])('show the amount %s as %s', (amount, shown) => {
    expect(amountInShort(amount)).toBe(shown);
  });

  it.each([
    ['4500.2599', '4,500.25 USD'],
    ['0', '0.00 USD'],
    ['0.004', 'less than 0.01 USD'],
    ['12', '12.00 USD'],
    [null, 'USD value unknown'],
  ])('show the value %s as %s', (value, shown) => {
    expect(usdInShort(value)).toBe(shown);
  });

  it.each([
    ['0x52908400098527886E0F7030069857D2E4169EE7', '0x5290…9EE7'],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rHb9CJ…tyTh'],
    ['short', 'short'],
  ])('show the address %s as %s', (address, shown) => {
    expect(addressInShort(address)).toBe(shown);
  });
});
