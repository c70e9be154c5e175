import { bookRepo } from '../../lib/address-book/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listBookEntries, ({ query, organisation, deps }) =>
  bookRepo(deps).list(organisation, query),
);
