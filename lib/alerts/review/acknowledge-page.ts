import { escapedHtml, htmlPage } from '../../platform/html-page.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import type { LinkedAlert } from './acknowledge-by-link.ts';

/** The page asks first: programs that check messages for malware open every link, and must change nothing. */
export function questionPage({ event, recipient }: LinkedAlert, token: string): string {
  return htmlPage(
    'Acknowledge this alert?',
    [
      `<p>${escapedHtml(event.summary)}.</p>`,
      `<p>The button says to your organisation that <bdi>${escapedHtml(recipient)}</bdi> takes care of the alert. `,
      'It works once, and changes nothing else.</p>',
      // Relative, because a stage may serve the API below a path of its own.
      '<form method="post" action="../api/links/acknowledge">',
      `<input type="hidden" name="token" value="${escapedHtml(token)}"><button>Acknowledge</button></form>`,
    ].join(''),
  );
}

export const donePage = ({ event, recipient }: LinkedAlert): string =>
  htmlPage(
    'The alert is acknowledged.',
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
