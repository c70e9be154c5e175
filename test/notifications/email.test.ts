import { describe, expect, it } from '@jest/globals';
import { renderEmail } from '../../lib/notifications/email.ts';
import { alert, explorerUrl, saying } from './alert.ts';

describe('the e-mail of an alert', () => {
  it('tells rule, severity, amount, wallet, ends and event', () => {
    expect(renderEmail(alert, explorerUrl)).toMatchObject({
      subject: '[Chainwatch] critical: Large transfer (1.5 ETH)',
      text: `critical: Large transfer

Wallet: Treasury
Amount: 1.5 ETH (4500.25 USD)
Direction: outbound
From: 0x52908400098527886E0F7030069857D2E4169EE7
To: 0x8617E340B3D01FA5F11F306F4090FD50E238070D
Chain: ethereum
Transaction: ${alert.transaction.hash}
Fired: 2026-01-31T09:00:00.000Z
Event: 7c9e6679-7425-40de-944b-e07fc1f90ae7

${explorerUrl}
`,
    });
  });

  it('tells the same in HTML, with a link', () => {
    const { html } = renderEmail(alert, explorerUrl);
    expect(html).toContain('<h2>critical: Large transfer</h2>');
    expect(html).toContain('<tr><th align="left">Amount</th><td>1.5 ETH (4500.25 USD)</td></tr>');
    expect(html).toContain(`<a href="${explorerUrl}">View the transaction</a>`);
  });

  it('begins with what it is when it takes the alert back', () => {
    const { subject, text, html } = renderEmail({ ...alert, retractedAt: '2026-01-31T09:01:00.000Z' });
    const reason = '2026-01-31T09:01:00.000Z: the block of this transaction is no longer part of the chain';
    expect(subject).toBe('[Chainwatch] Retracted: critical: Large transfer (1.5 ETH)');
    expect(text).toContain(`Retracted: critical: Large transfer\n\nRetracted: ${reason}\nWallet: Treasury\n`);
    expect(html).toContain(`<td>${reason}</td>`);
  });

  it('has no link where none is known', () => {
    const { text, html } = renderEmail(alert);
    expect(text).not.toContain('http');
    expect(html).not.toContain('<a');
  });

  it('says when no USD value is known, and when a contract was deployed', () => {
    const deploy = { ...alert.transaction, valueUsd: null, toAddress: null, txType: 'contract_deploy' };
    const { text } = renderEmail({ ...alert, transaction: deploy });
    expect(text).toContain('Amount: 1.5 ETH (USD value unknown)\n');
    expect(text).toContain('To: contract deploy\n');
  });

  it('says that nobody receives what has no recipient, as an offer on the XRP Ledger', () => {
    const offer = { ...alert.transaction, toAddress: null, txType: 'contract_call' };
    expect(renderEmail({ ...alert, transaction: offer }).text).toContain('To: nobody\n');
  });

  it.each([
    '\r\nBcc: all@example.com',
    '\nBcc: x',
    '\rBcc: x',
    '\u2028Bcc: x',
    '\u0085Bcc: x',
    '\0\u001b[2J',
    '\u202etxt.exe',
  ])('keeps the subject one line with the name %j', (text) => {
    const { subject, text: body } = renderEmail(saying(text), explorerUrl);
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
    // As many lines as with any other name: no value makes one of its own.
    expect(body.split('\n')).toHaveLength(renderEmail(alert, explorerUrl).text.split('\n').length);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><b>',
    "'><i>",
    '</td></tr></table>',
    '&lt;b&gt;',
  ])('shows %j in HTML as it is, adding no element', (text) => {
    const { html } = renderEmail(saying(text), explorerUrl);
    const elements = (page: string) => page.match(/<[^>]*>/g);
    expect(elements(html)).toEqual(elements(renderEmail(alert, explorerUrl).html));
    const shown = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(html).toContain(shown.replaceAll('"', '&quot;').replaceAll("'", '&#39;'));
  });

  it('cannot be broken out of through the link', () => {
    const { html } = renderEmail(alert, 'https://etherscan.io/tx/"><script>?a=1&b=\'2');
    expect(html).toContain('<a href="https://etherscan.io/tx/%22%3E%3Cscript%3E?a=1&amp;b=%272">');
  });

  it('is bounded, whatever the length of names and amounts', () => {
    const long = saying('🐋'.repeat(5_000));
    const { subject, text, html } = renderEmail({
      ...long,
      transaction: { ...long.transaction, tokenAmount: '9'.repeat(157), valueUsd: '9'.repeat(157) },
    });
    expect([...subject].length).toBeLessThan(300);
    expect([...text].length).toBeLessThan(1_500);
    expect([...html].length).toBeLessThan(2_500);
    expect(subject).toContain(`${'🐋'.repeat(99)}…`);
  });
});
