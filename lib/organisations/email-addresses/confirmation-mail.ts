import { escapedHtml } from '../../platform/html-page.ts';
import { sanitise } from '../../values/untrusted-text.ts';
import type { AskedAddress } from './repo.ts';

/** A mail that SES has still to encode. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  /** SES returns the tags with each bounce and each complaint. */
  readonly tags: Readonly<Record<string, string>>;
}

const BUTTON =
  'display:inline-block;padding:10px 16px;border-radius:6px;background:#0758a8;color:#fff;text-decoration:none';

const MAX_NAME = 64;

/** `duty@example.com for the organisation “Acme”`. The name stays plain text. */
export const askedText = ({ address, organisation }: AskedAddress): string =>
  organisation === null ? address : `${address} for the organisation “${sanitise(organisation, MAX_NAME)}”`;

/**
 * The mail that asks a recipient to confirm. Nobody has agreed to this mail, so it contains no text that a tenant
 * writes but the address itself: the service must not carry messages to strangers. Operators alone name an
 * organisation.
 */
export function confirmationMail(asked: AskedAddress, url: string, tags: OutgoingMail['tags']): OutgoingMail {
  const paragraphs = [
    `Somebody entered the address ${askedText(asked)} in Chainwatch, to get alerts about wallets by e-mail.`,
    'Open the link and confirm, and the alerts come to this address. The link works for 48 hours.',
  ];
  const otherwise = 'If you did not expect this mail, ignore it: without your confirmation no alert comes.';
  return {
    to: asked.address,
    subject: '[Chainwatch] Confirm your e-mail address',
    text: `${[...paragraphs, url, otherwise].join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      '<html lang="en"><head><meta charset="utf-8"></head><body style="font-family:sans-serif">',
      ...paragraphs.map((paragraph) => `<p>${escapedHtml(paragraph)}</p>`),
      `<p><a href="${url}" style="${BUTTON}">Confirm this address</a></p>`,
      `<p>${otherwise}</p>`,
      '</body></html>',
      '',
    ].join('\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
    tags,
  };
}
