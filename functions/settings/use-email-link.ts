import { parseEmailLink } from '../../lib/organisations/email-addresses/email-link.ts';
import { donePage, invalidPage } from '../../lib/organisations/email-addresses/email-link-page.ts';
import { followEmailLink } from '../../lib/organisations/email-addresses/follow-email-link.ts';
import { emailAddressRepo } from '../../lib/organisations/email-addresses/repo.ts';
import { PAGE_HEADERS } from '../../lib/platform/html-page.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { notFound } from '../../lib/values/errors.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.useEmailLink,
  async ({ query, wantsPage, deps }) => {
    const link = parseEmailLink(query.token);
    if (link !== null && (await followEmailLink(deps, link))) {
      return new Reply(200, donePage(link.purpose), PAGE_HEADERS);
    }
    if (!wantsPage) throw notFound('link');
    return new Reply(404, invalidPage, PAGE_HEADERS);
  },
  { emailAddresses: emailAddressRepo, sealer: configuredSealer },
);
