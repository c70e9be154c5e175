import { parseEmailLink } from '../../lib/organisations/email-addresses/email-link.ts';
import { invalidPage, questionPage } from '../../lib/organisations/email-addresses/email-link-page.ts';
import { PAGE_HEADERS } from '../../lib/platform/html-page.ts';
import { publicEndpoint } from '../../lib/platform/http/public-endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { notFound } from '../../lib/values/errors.ts';
import { routes } from './routes.ts';

/** Reads nothing, so the page does not tell whether the link works. */
export const handler = publicEndpoint(routes.showEmailLink, async ({ query, wantsPage }) => {
  const link = parseEmailLink(query.token);
  if (link !== null) return new Reply(200, questionPage(link.purpose), PAGE_HEADERS);
  if (!wantsPage) throw notFound('link');
  return new Reply(404, invalidPage, PAGE_HEADERS);
});
