import { endpoint } from '../../lib/http/endpoint.ts';
import { streamed } from '../../lib/http/stream.ts';
import { ruleRepo } from '../../lib/rules/repo.ts';
import { routes } from '../routes.ts';

export const handler = streamed(
  endpoint(routes.listRules, ({ query, organisation, deps }) => ruleRepo(deps).list(organisation, query)),
);
