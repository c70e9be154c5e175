import { describe, expect, it } from '@jest/globals';
import { mailPage } from '../../../lib/channels/email/mail-page.ts';
import { renderEmail } from '../../../lib/channels/email/render-email.ts';
import { alertText } from '../../../lib/channels/notice-text/alert-text.ts';
import { firedNotice, places } from '../../support/notices.ts';
import { aWallet } from '../../support/records.ts';
import { event, explorerUrl, retracted, saying, withTransaction } from '../notice-text/alerts.ts';

function mailOf(shown = event) {
  const { html, ...mail } = renderEmail(alertText(firedNotice(shown), places));
  return { ...mail, html: mailPage(html) };
}

describe('the e-mail of an alert', () => {
  it('names the severity and tells the sentence of the record in its subject', () => {
    expect(mailOf().subject).toBe(
      '[Chainwatch] Critical: Treasury paid 1.5 ETH (4,500.25 USD) to 0x8617…070D · Large transfer',
    );
  });

  it('has another subject for another rule of the same payment, however long its sentence is', () => {
    const long = { ...event, summary: 'paid '.repeat(200) };
    const subjects = ['One rule', 'Another rule'].map((ruleName) => mailOf({ ...long, ruleName }).subject);
    expect(subjects).toEqual([expect.stringMatching(/… · One rule$/), expect.stringMatching(/… · Another rule$/)]);
  });

  it('tells the rule once in its text', () => {
    const { text } = mailOf();
    expect(text.split('Large transfer')).toHaveLength(2);
  });

  it('shows the facts, both addresses whole, the exact values and where to act', () => {
    const { text } = mailOf();
    for (const line of [
      'Rule: Large transfer — fires when a wallet pays or receives at least 1,000 USD',
      'From: 0x52908400098527886E0F7030069857D2E4169EE7',
      'To: 0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      'Value: 4,500.25 USD (exactly 4500.2538)',
      'When: 31 January 2026 at 09:00:00 UTC',
      `Event: ${event.id}`,
      explorerUrl,
      'Open the alert:',
      `${places.consoleUrl}/alerts?open=${event.id}`,
      'Acknowledge:',
      `${places.serviceUrl}/a/__ACKNOWLEDGE__`,
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('says when its rule fires, with the label of the wallet as it is written and without links', () => {
    const ruleLineOf = (rule: Parameters<typeof firedNotice>[1]) =>
      renderEmail(alertText(firedNotice(event, rule), places))
        .text.split('\n')
        .find((line) => line.startsWith('Rule: '));
    const own = { walletIds: [aWallet().id] };
    expect(ruleLineOf(own)).toBe('Rule: Large transfer — fires when Treasury pays or receives at least 1,000 USD');
    const cold = { walletTags: ['visit-evil.com'], walletTypes: ['cold'] };
    expect(ruleLineOf(cold)).toContain('fires when a wallet of the type cold or with the tag visit-evil[.]com pays');
    const other = { walletIds: ['another', 'one'] };
    expect(ruleLineOf(other)).toContain('fires when one of 2 wallets pays');
  });

  it('has the same content in HTML, with links', () => {
    const { html } = mailOf();
    const { facts, details } = alertText(firedNotice(event), places);
    for (const { name, value, meaning } of [...facts, ...details]) {
      const shown = meaning === undefined ? value : `${value} — ${meaning}`;
      expect(html).toContain(`<th>${name}</th><td><bdi>${shown}</bdi></td>`);
    }
    expect(html).toContain(`<a href="${explorerUrl}">View at etherscan.io</a>`);
  });

  it('is light or dark as the reader has it, fits a telephone, and asks no server for a picture or a style', () => {
    const { html } = mailOf();
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media(prefers-color-scheme:dark)');
    expect(html).toContain('<meta name="viewport" content="width=device-width">');
    expect(html).not.toMatch(/<img|<link|url\(|@import|<script/);
  });

  it('keeps the page of a mail that an earlier version stored whole', () => {
    const { html } = mailOf();
    expect(mailPage(html)).toBe(html);
  });

  it('begins with "Retracted" for a retraction and asks for no acknowledgement', () => {
    const { subject, text } = mailOf(retracted);
    expect(subject).toMatch(/^\[Chainwatch\] Retracted: Treasury paid 1.5 ETH/);
    expect(text).toContain('does not hold any more');
    expect(text).toContain('\nRetracted: 31 January 2026 at 09:01:00 UTC\n');
    expect(text).not.toMatch(/acknowledge/i);
  });

  it.each(['anvil', 'a chain that is no more'])('has no link to an explorer when %j has none', (chain) => {
    const { text, html } = mailOf(withTransaction({ chain }));
    for (const each of [text, html]) expect(each).not.toContain('View at');
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
