import { escapedHtml, htmlPage } from '../../platform/html-page.ts';
import { askedText } from './confirmation-mail.ts';
import type { EmailLink } from './email-link.ts';
import type { AskedAddress } from './repo.ts';

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

/**
 * The page asks first: programs that check mails for malware open every link, and must change nothing.
 * @param asked the address that the link asks, and the organisation. Null for a link that does not work: its page
 *   names neither, so that a stranger learns nothing of an address.
 */
export const questionPage = (purpose: Purpose, asked: AskedAddress | null): string => {
  const { question, explanation, button } = TEXTS[purpose];
  const names = asked === null ? '' : `<p><bdi>${escapedHtml(askedText(asked))}</bdi></p>`;
  // A form without an action posts to the address of its page, which has the token.
  return htmlPage(question, `${names}<p>${explanation}</p><form method="post"><button>${button}</button></form>`);
};

export const donePage = (purpose: Purpose): string => htmlPage(TEXTS[purpose].done, '<p>You can close this page.</p>');

/** The same page for every link that does not work. */
export const invalidPage = htmlPage(
  'This link does not work.',
  '<p>A link works for 48 hours, and only the newest link works. Ask for another mail in the settings.</p>',
);
