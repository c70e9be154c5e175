import { linkedAlert, othersOf } from '../../lib/alerts/review/acknowledge-by-link.ts';
import { questionPage, refusals } from '../../lib/alerts/review/acknowledge-page.ts';
import { linkDeps } from '../../lib/alerts/review/review-wiring.ts';
import { PAGE_HEADERS } from '../../lib/platform/html-page.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.showAcknowledgeLink,
  async ({ params, wantsPage, deps }) => {
    const linked = await linkedAlert(deps.links, params.token);
    if (typeof linked !== 'string') {
      const others = await othersOf(deps.links, linked);
      return new Reply(200, questionPage(linked, params.token, others.length), PAGE_HEADERS);
    }
    const { status, page, error } = refusals[linked];
    if (!wantsPage) throw error();
    return new Reply(status, page, PAGE_HEADERS);
  },
  { links: linkDeps },
);
