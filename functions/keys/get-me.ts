import { me } from '../../lib/organisations/me.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getMe, ({ organisation, keyId, deps }) => me(deps, organisation, keyId));
