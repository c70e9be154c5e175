import { countedText } from '../../../sdk/ages.ts';
import { escapedHtml, htmlPage } from '../../platform/html-page.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import { sanitise } from '../../values/untrusted-text.ts';
import type { AcknowledgedByLink, LinkedAlert } from './acknowledge-by-link.ts';

/** Code points of the name of a rule on a button. */
const MAX_NAME = 64;

/** What the page of a link shows. */
type Shown = Pick<LinkedAlert, 'event' | 'recipient'>;

/**
 * The page asks first: programs that check messages for malware open every link, and must change nothing.
 * @param others how many other alerts the recipient may acknowledge with this alert.
 */
export function questionPage({ event, recipient }: Shown, token: string, others: number): string {
  return htmlPage(
    others === 0 ? 'Acknowledge this alert?' : 'Acknowledge these alerts?',
    [
      `<p>${escapedHtml(event.summary)}.</p>`,
      `<p>${others === 0 ? 'The button says' : 'Each button says'} to your organisation that `,
      `<bdi>${escapedHtml(recipient)}</bdi> takes care of ${others === 0 ? 'the alert' : 'the alerts'}. `,
      'It works once, and changes nothing else.</p>',
      // Relative, because a stage may serve the API below a path of its own.
      '<form method="post" action="../api/links/acknowledge">',
      `<input type="hidden" name="token" value="${escapedHtml(token)}">`,
      ...(others === 0 ? ['<button>Acknowledge</button>'] : [othersAsked(others, event.ruleName)]),
      '</form>',
    ].join(''),
  );
}

/** The buttons for all alerts and for the alert of the link alone. */
const othersAsked = (others: number, ruleName: string): string =>
  [
    `<button name="alerts" value="transaction">Acknowledge all ${others + 1} alerts of this payment</button>`,
    `<p>You were told of ${countedText(others, 'other open alert')} of this payment, too. `,
    `The next button leaves ${others === 1 ? 'it' : 'them'} open.</p>`,
    `<button>Only the alert of the rule <bdi>${escapedHtml(sanitise(ruleName, MAX_NAME))}</bdi></button>`,
  ].join('');

export const donePage = ({ event, recipient, others }: Shown & Pick<AcknowledgedByLink, 'others'>): string =>
  htmlPage(
    others === 0 ? 'The alert is acknowledged.' : `${others + 1} alerts are acknowledged.`,
    [
      `<p>${escapedHtml(event.summary)}.</p>`,
      `<p>Acknowledged by <bdi>${escapedHtml(recipient)}</bdi>. You can close this page.</p>`,
    ].join(''),
  );

const usedPage = htmlPage(
  'This link has nothing left to do.',
  '<p>Somebody acknowledged or resolved the alert already, or the link is older than seven days.</p>',
);

/** The same page for every link that this service did not make. */
const unknownPage = htmlPage(
  'This link does not work.',
  '<p>Open the link of the message itself. A copy may have lost its end.</p>',
);

/** The answers to links that do nothing: a page for people, and an error for programs. */
export const refusals = {
  gone: {
    status: 410,
    page: usedPage,
    error: () => new ApiError('gone', 'The link was used or is too old, or the alert is under review.'),
  },
  unknown: { status: 404, page: unknownPage, error: () => notFound('link') },
} as const;
