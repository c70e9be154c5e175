import { bookRepo } from '../../lib/address-book/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.updateBookEntry, ({ params, body, organisation, deps }) =>
  bookRepo(deps).update(organisation, params.id, body),
);
