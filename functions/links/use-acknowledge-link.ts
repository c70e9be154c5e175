import { acknowledgeByLink } from '../../lib/alerts/review/acknowledge-by-link.ts';
import { donePage, unknownPage, usedPage } from '../../lib/alerts/review/acknowledge-page.ts';
import { linkDeps, reviewDeps } from '../../lib/alerts/review/review-wiring.ts';
import { PAGE_HEADERS } from '../../lib/platform/html-page.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { ApiError, notFound } from '../../lib/values/errors.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.useAcknowledgeLink,
  async ({ body, wantsPage, deps }) => {
    const linked = await acknowledgeByLink({ ...deps.links, reviews: deps.reviews }, body.token);
    if (linked === 'unknown') {
      if (!wantsPage) throw notFound('link');
      return new Reply(404, unknownPage, PAGE_HEADERS);
    }
    if (linked === 'gone') {
      if (!wantsPage) throw new ApiError('gone', 'The link was used, is too old, or its alert is under review.');
      return new Reply(410, usedPage, PAGE_HEADERS);
    }
    return wantsPage ? new Reply(200, donePage(linked), PAGE_HEADERS) : linked.event;
  },
  { links: linkDeps, reviews: reviewDeps },
);
