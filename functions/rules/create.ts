import { endpoint } from '../../lib/http/endpoint.ts';
import { outboundPolicy } from '../../lib/outbound/configured.ts';
import { createRule } from '../../lib/rules/change.ts';
import { configuredSealer } from '../../lib/secrets.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(
  routes.createRule,
  ({ body, organisation, deps }) => createRule(deps, organisation, body),
  { policy: outboundPolicy, sealer: configuredSealer },
);
