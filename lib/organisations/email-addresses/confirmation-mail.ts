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

/**
 * The mail that asks a recipient to confirm. Nobody has agreed to this mail, so it contains no text of a tenant: the
 * service must not carry messages to strangers.
 */
export function confirmationMail(to: string, url: string, tags: OutgoingMail['tags']): OutgoingMail {
  const paragraphs = [
    'Somebody entered this address in Chainwatch, to get alerts about wallets by e-mail.',
    'Open the link and confirm, and the alerts come to this address. The link works for 48 hours.',
  ];
  const otherwise = 'If you did not expect this mail, ignore it: without your confirmation no alert comes.';
  return {
    to,
    subject: '[Chainwatch] Confirm your e-mail address',
    text: `${[...paragraphs, url, otherwise].join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      '<html lang="en"><head><meta charset="utf-8"></head><body style="font-family:sans-serif">',
      ...paragraphs.map((paragraph) => `<p>${paragraph}</p>`),
      `<p><a href="${url}">Confirm this address</a></p>`,
      `<p>${otherwise}</p>`,
      '</body></html>',
      '',
    ].join('\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
    tags,
  };
}
