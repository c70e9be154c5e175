import { acknowledgeByLink } from '../../lib/alerts/review/acknowledge-by-link.ts';
import { donePage, refusals } from '../../lib/alerts/review/acknowledge-page.ts';
import { linkDeps, reviewDeps } from '../../lib/alerts/review/review-wiring.ts';
import { PAGE_HEADERS } from '../../lib/platform/html-page.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.useAcknowledgeLink,
  async ({ body, wantsPage, deps }) => {
    const withOthers = body.alerts === 'transaction';
    const linked = await acknowledgeByLink({ ...deps.links, reviews: deps.reviews }, body.token, { withOthers });
    if (typeof linked !== 'string') {
      if (wantsPage) return new Reply(200, donePage(linked), PAGE_HEADERS);
      return { ...linked.event, ...(withOthers && { others: linked.others }) };
    }
    const { status, page, error } = refusals[linked];
    if (!wantsPage) throw error();
    return new Reply(status, page, PAGE_HEADERS);
  },
  { links: linkDeps, reviews: reviewDeps },
);
