import { describe, expect, it } from '@jest/globals';
import { alertText } from '../../../lib/channels/notice-text/alert-text.ts';
import { amountOf, usdOf } from '../../../lib/channels/notice-text/amounts.ts';
import { addressInShort } from '../../../lib/values/untrusted-text.ts';
import { firedNotice, places } from '../../support/notices.ts';
import { aTokenTransfer, OURS, THEIRS, USDC } from '../../support/records.ts';
import { event, explorerUrl, retracted, saying, withTransaction } from './alerts.ts';

const textOf = (shown = event, where: Parameters<typeof alertText>[1] = places) => alertText(firedNotice(shown), where);
const fact = (shown: typeof event, name: string) => {
  const { facts, details } = textOf(shown);
  return [...facts, ...details].find((each) => each.name === name)?.value;
};

describe('the message of an alert', () => {
  it('begins with the severity and the sentence of the record', () => {
    expect(textOf()).toMatchObject({ tone: 'critical', title: `Critical: ${event.summary}` });
    expect(textOf({ ...event, severity: 'info' })).toMatchObject({ tone: 'info', title: `Info: ${event.summary}` });
  });

  it('tells rule, wallet, chain and time, and why the rule matched', () => {
    const reasons = [
      { condition: 'value_usd', expected: { gte: 1000 }, actual: '4500.2538', passed: true },
      { condition: 'direction', expected: 'outbound', actual: 'outbound', passed: true },
    ];
    expect(textOf({ ...event, reasons }).summary).toBe(
      'The transfer is worth 4,500.25 USD (at least 1,000 USD) and the transfer is outbound.',
    );
    expect(textOf().facts).toEqual([
      {
        name: 'Rule',
        value: 'Large transfer',
        meaning: 'fires when a wallet pays or receives at least 1,000 USD',
      },
      { name: 'Wallet', value: 'Treasury' },
      { name: 'Chain', value: 'Ethereum' },
      { name: 'When', value: '31 January 2026 at 09:00:00 UTC', instant: '2026-01-31T09:00:00.000Z' },
    ]);
    expect(textOf().details.slice(0, 2)).toEqual([
      { name: 'Amount', value: '1.5 ETH' },
      { name: 'Value', value: '4,500.25 USD (exactly 4500.2538)' },
    ]);
    expect(fact(retracted, 'Severity')).toBe('critical');
  });

  it('names an address by its label, and has the whole address beside the label', () => {
    const address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    const shown = withTransaction({ toAddress: address, toLabel: 'Lazarus' });
    const reasons = [{ condition: 'addresses', expected: ['list:sanctioned'], actual: [address], passed: true }];
    expect(textOf({ ...shown, reasons }).summary).toBe('The list of the rule contains Lazarus.');
    expect(fact(shown, 'To')).toBe(`Lazarus, ${address}`);
    expect(fact(shown, 'From')).toBe('0x52908400098527886E0F7030069857D2E4169EE7');
  });

  it('names an address that the rule names by its label, and shortens an address without one', () => {
    const rule = { conditions: { value_usd: { gte: 1000 }, counterparty_not_in: [THEIRS, USDC] } };
    const why = { condition: 'counterparty_not_in', expected: `${THEIRS}, ${USDC}`, actual: OURS, passed: true };
    const shown = withTransaction({ fromLabel: 'Treasury' }, { reasons: [why] });
    const { summary, facts } = alertText(firedNotice(shown, rule, new Map([[USDC, 'Our “Kraken”']])), places);
    expect(summary).toBe('The counterparty is Treasury (none of 0x8617…070D, Our “Kraken”).');
    expect(facts[0]?.meaning).toMatch(/, unless the other end is 0x8617…070D or “Our 'Kraken'”$/);
  });

  it('leads to the alert, its acknowledgement, the transaction and the explorer', () => {
    expect(textOf().links).toEqual([
      { kind: 'console', url: `${places.consoleUrl}/alerts?open=${event.id}`, label: 'Open the alert' },
      { kind: 'acknowledge', url: `${places.serviceUrl}/a/__ACKNOWLEDGE__`, label: 'Acknowledge' },
      {
        kind: 'console',
        url: `${places.consoleUrl}/transactions?open=${event.transactionId}`,
        label: 'Open the transaction',
      },
      { kind: 'explorer', url: explorerUrl, label: 'View at etherscan.io' },
    ]);
  });

  it('leads to no console that the stage does not name, and to no explorer that the chain does not have', () => {
    const kinds = (shown: typeof event, consoleUrl: string | null) =>
      textOf(shown, { ...places, consoleUrl }).links.map(({ kind }) => kind);
    expect(kinds(event, null)).toEqual(['acknowledge', 'explorer']);
    expect(kinds(withTransaction({ chain: 'anvil' }), null)).toEqual(['acknowledge']);
  });

  it('says of a retraction that the alert does not hold, and asks for no acknowledgement', () => {
    const { tone, title, summary, links, next } = textOf(retracted);
    expect({ tone, title }).toEqual({ tone: 'over', title: `Retracted: ${event.summary}` });
    expect(summary).toContain('does not hold any more');
    expect(links.map(({ kind }) => kind)).toEqual(['console', 'console', 'explorer']);
    expect(next.join()).toContain('Undo what was done');
    expect(fact(retracted, 'Retracted')).toBe('31 January 2026 at 09:01:00 UTC');
  });

  it('speaks of the balance when no transaction caused the alert that is retracted', () => {
    const shown = firedNotice({ ...retracted, transactionId: null, transaction: null });
    const { summary, next } = alertText(shown, places);
    expect(summary).toContain('the block after which the balance was read is no longer part of the chain');
    expect(next.join()).not.toContain('transaction');
  });

  it('names the contract of a token, because anybody can use any symbol', () => {
    const fake = { tokenSymbol: 'ETH', tokenAmount: '7', transfers: [aTokenTransfer({ asset: 'ETH', amount: '7' })] };
    expect(fact(withTransaction(fake), 'Token contract')).toBe(USDC);
    expect(fact(event, 'Token contract')).toBeUndefined();
  });

  it('says that the USD value is unknown', () => {
    expect(fact(withTransaction({ valueUsd: null }), 'Value')).toBe('USD value unknown');
  });

  it('names a new contract, or nobody, when a transaction has no recipient', () => {
    const offer = { toAddress: null, txType: 'contract_call' } as const;
    expect(fact(withTransaction({ ...offer, txType: 'contract_deploy' }), 'To')).toBe('a new contract');
    expect(fact(withTransaction(offer), 'To')).toBe('nobody');
  });

  it('says that a failed transaction moved nothing', () => {
    expect(fact(withTransaction({ status: 'failed' }), 'Outcome')).toBe('failed: nothing moved but the fee');
    expect(fact(event, 'Outcome')).toBeUndefined();
  });

  it.each([
    [{ count: 0, largestUsd: null }, undefined],
    [{ count: 1, largestUsd: null }, '1 match by the cooldown since the last alert, no USD value known'],
    [
      { count: 1200, largestUsd: '7500.5' },
      '1200 matches by the cooldown since the last alert, the largest 7,500.50 USD',
    ],
  ])('says what the cooldown suppressed: %j', (suppressed, shown) => {
    expect(fact({ ...event, suppressed }, 'Suppressed')).toBe(shown);
  });

  it('tells no amount when a transaction moved nothing', () => {
    const shown = withTransaction({ txType: 'contract_call', tokenAmount: '0.00' });
    expect([fact(shown, 'Amount'), fact(shown, 'Value')]).toEqual([undefined, undefined]);
  });
});

describe('the message of an alert with long names and amounts', () => {
  it.each(['🐋', 'a.bc', '&', '9'])('has a bounded length when each text repeats %j', (text) => {
    const long = text.repeat(5_000);
    const reasons = ['value_usd', 'addresses', 'method', 'memo_contains', long].map((condition) => ({
      ...{ condition, expected: long, actual: [long, long, long, long, long], passed: true },
    }));
    const { title, summary, facts, details } = textOf(saying(long, { summary: long, reasons }));
    expect([...title].length).toBeLessThanOrEqual(400);
    expect([...(summary ?? '')].length).toBeLessThanOrEqual(500);
    for (const { value } of [...facts, ...details]) expect([...value].length).toBeLessThanOrEqual(250);
  });
});

describe('figures of a message', () => {
  it.each([
    ['1.5', '1.5 ETH'],
    ['0', '0 ETH'],
    ['1234567.891', '1,234,567.89 ETH (exactly 1234567.891)'],
    ['1.123456789', '1.12346 ETH (exactly 1.123456789)'],
    ['0.000000000000123456', '0.000000000000123456 ETH'],
    ['9'.repeat(40), `${'9'}${',999'.repeat(13)} ETH`],
    ['no number', 'no number ETH'],
  ])('show the amount %s as %s', (amount, shown) => {
    expect(amountOf(amount, 'ETH')).toBe(shown);
  });

  it.each([
    ['4500.2599', '4,500.26 USD (exactly 4500.2599)'],
    ['4500.5', '4,500.50 USD'],
    ['0', '0 USD'],
    ['0.004', 'less than 0.01 USD (exactly 0.004)'],
    ['12', '12 USD'],
    [null, 'USD value unknown'],
  ])('show the value %s as %s', (value, shown) => {
    expect(usdOf(value)).toBe(shown);
  });

  it.each([
    ['0x52908400098527886E0F7030069857D2E4169EE7', '0x5290…9EE7'],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rHb9CJ…tyTh'],
    ['short', 'short'],
  ])('show the address %s as %s', (address, shown) => {
    expect(addressInShort(address)).toBe(shown);
  });
});
