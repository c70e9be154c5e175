import { describe, expect, it } from '@jest/globals';
import { MOST_OTHERS } from '../../../lib/channels/bursts/gather-payment.ts';
import { channels } from '../../../lib/channels/index.ts';
import { alertText } from '../../../lib/channels/notice-text/alert-text.ts';
import type { AlsoFired } from '../../../lib/channels/port/notice-transaction.ts';
import { firedNotice, places } from '../../support/notices.ts';
import { alerts } from './alerts.ts';

const firesWhen = 'A wallet pays at least 50,000 USD to an address that is not on the list “Our accounts”';
const others = (count: number): AlsoFired[] =>
  Array.from({ length: count }, (_, n) => ({
    severity: 'warning',
    ruleId: `rule ${n}`,
    summary: null,
    ruleName: `Rule ${String(n).padStart(2, '0')} about a payment of the whole treasury`,
    firesWhen,
  }));

const notice = (count: number) => ({ ...firedNotice(alerts.large_transfer), also: others(count) });
const people = channels.all.filter(({ isForPeople }) => isForPeople).map((channel) => [channel.kind, channel] as const);

describe('a message about several alerts of a payment', () => {
  it.each(people)('says in %s what each other rule is called, however many there are', (_, channel) => {
    const text = channel.render(notice(MOST_OTHERS), places);
    expect(text).toContain(`Large transfer and ${MOST_OTHERS} more rules`);
    for (const { ruleName } of others(MOST_OTHERS)) expect(text).toContain(`Warning: ${ruleName.slice(0, 30)}`);
  });

  it.each(people)('says in %s when each of a few other rules fires', (_, channel) => {
    const text = channel.render(notice(4), places);
    expect(text).toContain('Large transfer and 4 more rules');
    const sentence = `fires when a wallet pays at least 50,000 USD to an address that is not on the list`;
    expect(text.split(sentence).length - 1).toBeGreaterThanOrEqual(4);
  });

  it('says what happened at the other end of a payment, and counts a rule that fires at both ends once', () => {
    const alone = firedNotice(alerts.large_transfer);
    const otherEnd = others(1).map((each) => ({ ...each, ruleId: alone.event.ruleId, summary: 'Desk received 5 ETH' }));
    const { rule, facts } = alertText({ ...alone, also: otherEnd }, places);
    expect(rule).toBe('Large transfer');
    const [also] = facts.filter(({ name }) => name === 'Also');
    expect(also?.value).toMatch(/^Warning: Rule 00 .* — Desk received 5 ETH — fires when a wallet pays /);
  });

  it('is the text of the alert alone when there is no other alert', () => {
    const alone = firedNotice(alerts.large_transfer);
    expect(alertText({ ...alone, also: [] }, places)).toEqual(alertText(alone, places));
    expect(alertText({ ...alone, also: others(1) }, places).rule).toBe('Large transfer and 1 more rule');
  });
});
