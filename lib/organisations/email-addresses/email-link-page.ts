import type { EmailLink } from './email-link.ts';

const TEXTS = {
  confirm: {
    question: 'Confirm this address?',
    explanation: 'Chainwatch then mails alerts to the address that got this link.',
    button: 'Confirm',
    done: 'The address is confirmed.',
  },
  unsubscribe: {
    question: 'Unsubscribe this address?',
    explanation: 'Chainwatch then mails no more alerts to the address that got this link.',
    button: 'Unsubscribe',
    done: 'The address is unsubscribed.',
  },
} as const;

type Purpose = EmailLink['purpose'];

/** The page asks first: programs that check mails for malware open every link, and must change nothing. */
export const questionPage = (purpose: Purpose): string => {
  const { question, explanation, button } = TEXTS[purpose];
  // A form without an action posts to the address of its page, which has the token.
  return page(question, `<p>${explanation}</p><form method="post"><button>${button}</button></form>`);
};

export const donePage = (purpose: Purpose): string => page(TEXTS[purpose].done, '<p>You can close this page.</p>');

/** The same page for every link that does not work. */
export const invalidPage = page(
  'This link does not work.',
  '<p>A link works for 48 hours, and only the newest link works. Ask for another mail in the settings.</p>',
);

/** No script, no frame, no cache, and no referrer that would carry the token to another site. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

function page(title: string, body: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`,
    '<style>body{font-family:sans-serif;max-width:32em;margin:4em auto;padding:0 1em}button{font-size:1em}</style>',
    `</head><body><h1>${title}</h1>${body}</body></html>`,
    '',
  ].join('\n');
}
