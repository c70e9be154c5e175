import { countedText } from '../../../sdk/ages.ts';
import { escapedHtml, htmlPage } from '../../platform/html-page.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import type { AcknowledgedByLink, LinkedAlert } from './acknowledge-by-link.ts';

/** What the page of a link shows. */
type Shown = Pick<LinkedAlert, 'event' | 'recipient'>;

/**
 * The page asks first: programs that check messages for malware open every link, and must change nothing.
 * @param others how many other alerts the recipient may acknowledge with this alert.
 */
export function questionPage({ event, recipient }: Shown, token: string, others: number): string {
  return htmlPage(
    'Acknowledge this alert?',
    [
      `<p>${escapedHtml(event.summary)}.</p>`,
      `<p>The button says to your organisation that <bdi>${escapedHtml(recipient)}</bdi> takes care of the alert. `,
      'It works once, and changes nothing else.</p>',
      // Relative, because a stage may serve the API below a path of its own.
      '<form method="post" action="../api/links/acknowledge">',
      `<input type="hidden" name="token" value="${escapedHtml(token)}"><button>Acknowledge</button>`,
      ...(others === 0 ? [] : [othersAsked(others)]),
      '</form>',
    ].join(''),
  );
}

/** Another button of the form. */
const othersAsked = (others: number): string =>
  [
    `<p>You got messages about ${countedText(others, 'other open alert')} of the same transaction.</p>`,
    `<button name="alerts" value="transaction">Acknowledge all ${others + 1} alerts</button>`,
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
