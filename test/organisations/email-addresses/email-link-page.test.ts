import { describe, expect, it } from '@jest/globals';
import { confirmationMail } from '../../../lib/organisations/email-addresses/confirmation-mail.ts';
import { donePage, invalidPage, questionPage } from '../../../lib/organisations/email-addresses/email-link-page.ts';

const ASKED = { address: 'duty@example.com', organisation: 'Acme Treasury' };
const HOSTILE = {
  address: `"<img src=x>&'"@example.com`,
  organisation: '</p><script>x</script>\u202Egnp.exe\nBcc: all',
};
const URL = 'https://api.example.com/api/email-link?token=confirm.x';
const mailOf = (asked: typeof ASKED) => confirmationMail(asked, URL, {});

describe('The page of a link in a mail', () => {
  it.each([
    ['a question', questionPage('confirm', ASKED)],
    ['an answer', donePage('confirm')],
    ['a refusal', invalidPage],
  ])('names the product: %s', (_, page) => {
    expect(page).toContain('<p class="product">Chainwatch</p>');
    expect(page).toMatch(/<title>[^<]+ · Chainwatch<\/title>/);
  });

  it('has one button, which stands out in light and in dark', () => {
    const page = questionPage('confirm', ASKED);
    expect(page.match(/<button>Confirm<\/button>/g)).toHaveLength(1);
    expect(page).toContain('background:var(--main);color:var(--on-main)');
    expect(page).toContain('@media(prefers-color-scheme:dark){:root{--main:');
  });

  it('names the address and the organisation of a link that works, and nobody otherwise', () => {
    const whom = 'duty@example.com for the organisation “Acme Treasury”';
    expect(questionPage('confirm', ASKED)).toContain(`<bdi>${whom}</bdi>`);
    expect(questionPage('confirm', { ...ASKED, organisation: null })).toContain('<bdi>duty@example.com</bdi>');
    expect(questionPage('confirm', null)).not.toMatch(/example|organisation/);
  });

  it('shows a hostile name as plain text, in the direction of the page', () => {
    const page = questionPage('confirm', HOSTILE);
    expect(page).not.toMatch(/<script|<img|\u202E/);
    expect(page).toContain('&lt;/p&gt;&lt;script&gt;');
    expect(page).toContain('&quot;&lt;img src=x&gt;&amp;&#39;&quot;@example.com');
  });
});

describe('The mail that asks for a confirmation', () => {
  it('names the address and the organisation in both of its forms, and has a button', () => {
    const { text, html, to } = mailOf(ASKED);
    const asks = 'Somebody entered the address duty@example.com for the organisation “Acme Treasury” in Chainwatch';
    expect(to).toBe('duty@example.com');
    expect([text.includes(asks), html.includes(asks)]).toEqual([true, true]);
    expect(html).toMatch(/<a href="[^"]+" style="[^"]*background:#0758a8;color:#fff/);
  });

  it('carries no mark-up, no header and no line of a hostile name', () => {
    const { text, html, subject, headers } = mailOf(HOSTILE);
    expect(html).not.toMatch(/<script|<img|\u202E/);
    expect(text).not.toMatch(/\u202E|^Bcc/m);
    expect([subject, headers]).toEqual([
      '[Chainwatch] Confirm your e-mail address',
      { 'Auto-Submitted': 'auto-generated' },
    ]);
  });
});
