import { endpoint } from '../../lib/http/endpoint.ts';
import { outboundPolicy } from '../../lib/outbound/configured.ts';
import { updateRule } from '../../lib/rules/change.ts';
import { configuredSealer } from '../../lib/secrets.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(
  routes.updateRule,
  ({ params, body, organisation, deps }) => updateRule(deps, organisation, params.id, body),
  { policy: outboundPolicy, sealer: configuredSealer },
);
