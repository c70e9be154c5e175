import { BookEntryBody } from '../../lib/address-book/book-address.ts';
import { bookRepo } from '../../lib/address-book/repo.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  { ...routes.createBookEntry, body: BookEntryBody },
  ({ body, organisation, deps }) => bookRepo(deps).create(organisation, body),
);
