import { describe, expect, it } from '@jest/globals';
import { renderEmail } from '../../../lib/channels/email/render-email.ts';
import { alertText } from '../../../lib/channels/notice-text/alert-text.ts';
import { firedNotice } from '../../support/notices.ts';
import { event, explorerUrl, retracted, saying, withTransaction } from '../notice-text/alerts.ts';

const mailOf = (shown = event) => renderEmail(alertText(firedNotice(shown)));

describe('the e-mail of an alert', () => {
  it('names rule, severity, amount, value, direction and wallet in its subject', () => {
    expect(mailOf().subject).toBe('[Chainwatch] Critical: Large transfer, 1.5 ETH (4,500.25 USD) outbound, Treasury');
  });

  it('shows both addresses whole, the exact facts and the next steps', () => {
    const { text } = mailOf();
    for (const line of [
      'Treasury received 1 ETH (3,000 USD) from 0x8617…070D on Ethereum.',
      'From: 0x52908400098527886E0F7030069857D2E4169EE7',
      'To: 0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      'Value: 4500.2538 USD',
      'Block time: 2026-01-31T09:00:00.000Z',
      `Event: ${event.id}`,
      explorerUrl,
      `Acknowledge: PATCH /api/alerts/events/${event.id}/acknowledge`,
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('has the same content in HTML, with a link', () => {
    const { html } = mailOf();
    for (const { name, value } of alertText(firedNotice(event)).facts) {
      expect(html).toContain(`<th align="left">${name}</th><td><bdi>${value}</bdi></td>`);
    }
    expect(html).toContain(`<a href="${explorerUrl}">View the transaction at etherscan.io</a>`);
  });

  it('begins with "Retracted" for a retraction and asks for no acknowledgement', () => {
    const { subject, text } = mailOf(retracted);
    expect(subject).toMatch(/^\[Chainwatch\] Retracted \(critical\): Large transfer, /);
    expect(text).toContain('this alert does not hold any more');
    expect(text).toContain('\nRetracted: 2026-01-31T09:01:00.000Z\n');
    expect(text).not.toContain('acknowledge');
  });

  it.each(['anvil', 'a chain that is no more'])('has no link when the chain %j has no explorer', (chain) => {
    const { text, html } = mailOf(withTransaction({ chain }));
    expect(text).not.toContain('http');
    expect(html).not.toContain('<a');
  });

  it.each([
    '\r\nBcc: all@example.com',
    '\nBcc: x',
    '\rBcc: x',
    '\u2028Bcc: x',
    '\u0085Bcc: x',
    '\0\u001b[2J',
    '\u202etxt.exe',
    '\u200f\u061cBcc: x',
  ])('keeps the subject on one line when a name is %j', (text) => {
    const { subject, text: body } = mailOf(saying(text));
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    // As many lines as with any other name: no value makes one of its own.
    expect(body.split('\n')).toHaveLength(mailOf(saying('plain')).text.split('\n').length);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><b>',
    "'><i>",
    '</td></tr></table>',
    '&lt;b&gt;',
  ])('shows the text %j in HTML unchanged and adds no element', (text) => {
    const { html } = mailOf(saying(text));
    const elements = (page: string) => page.match(/<[^>]*>/g);
    expect(elements(html)).toEqual(elements(mailOf(saying('plain')).html));
    const shown = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(html).toContain(`<bdi>${shown.replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</bdi>`);
  });

  it('escapes a transaction hash that tries to leave the link', () => {
    const { html } = mailOf(withTransaction({ hash: '"><script>/../?a=1&b=\'2' }));
    expect(html).toContain(`<a href="https://etherscan.io/tx/%22%3E%3Cscript%3E%2F..%2F%3Fa%3D1%26b%3D&#39;2">`);
  });
});
