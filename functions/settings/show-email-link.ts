import { parseEmailLink } from '../../lib/organisations/email-addresses/email-link.ts';
import { invalidPage, questionPage } from '../../lib/organisations/email-addresses/email-link-page.ts';
import { emailAddressRepo } from '../../lib/organisations/email-addresses/repo.ts';
import { PAGE_HEADERS } from '../../lib/platform/html-page.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { notFound } from '../../lib/values/errors.ts';
import { routes } from './routes.ts';

/**
 * A confirmation link that works names its address and the organisation, which its mail names, too. For every other
 * link the page is the same, so that nobody learns from it which addresses exist.
 */
export const handler = endpoint(
  routes.showEmailLink,
  async ({ query, wantsPage, deps }) => {
    const link = parseEmailLink(query.token);
    if (link !== null) {
      const { purpose, organisationId, addressId, proof } = link;
      const asked = purpose === 'confirm' ? await deps.emailAddresses.asked(organisationId, addressId, proof) : null;
      return new Reply(200, questionPage(purpose, asked), PAGE_HEADERS);
    }
    if (!wantsPage) throw notFound('link');
    return new Reply(404, invalidPage, PAGE_HEADERS);
  },
  { emailAddresses: emailAddressRepo },
);
