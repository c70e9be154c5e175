import { linkedAlert } from '../../lib/alerts/review/acknowledge-by-link.ts';
import { questionPage, unknownPage, usedPage } from '../../lib/alerts/review/acknowledge-page.ts';
import { linkDeps } from '../../lib/alerts/review/review-wiring.ts';
import { PAGE_HEADERS } from '../../lib/platform/html-page.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.showAcknowledgeLink,
  async ({ params, deps }) => {
    const linked = await linkedAlert(deps.links, params.token);
    if (linked === 'unknown') return new Reply(404, unknownPage, PAGE_HEADERS);
    if (linked === 'gone') return new Reply(410, usedPage, PAGE_HEADERS);
    return new Reply(200, questionPage(linked, params.token), PAGE_HEADERS);
  },
  { links: linkDeps },
);
