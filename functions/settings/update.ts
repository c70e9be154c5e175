import { endpoint } from '../../lib/http/endpoint.ts';
import { outboundPolicy } from '../../lib/outbound/configured.ts';
import { configuredSealer } from '../../lib/secrets.ts';
import { changeSettings } from '../../lib/settings/change.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(
  routes.updateSettings,
  ({ body, organisation, deps }) => changeSettings(deps, organisation, body),
  { policy: outboundPolicy, sealer: configuredSealer },
);
