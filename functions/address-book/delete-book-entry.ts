import { bookRepo } from '../../lib/address-book/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.deleteBookEntry, async ({ params, organisation, deps }) => {
  await bookRepo(deps).remove(organisation, params.id);
  return null;
});
