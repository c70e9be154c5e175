import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { streamed } from '../../lib/platform/http/stream.ts';
import { routes } from './routes.ts';

export const handler = streamed(
  endpoint(routes.listRules, ({ query, organisation, deps }) => ruleRepo(deps).list(organisation, query)),
);
