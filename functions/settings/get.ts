import { endpoint } from '../../lib/http/endpoint.ts';
import { configuredSealer } from '../../lib/secrets.ts';
import { presentedSettings } from '../../lib/settings/change.ts';
import { settingsRepo } from '../../lib/settings/repo.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(
  routes.getSettings,
  async ({ organisation, deps }) => presentedSettings(deps, organisation, await settingsRepo(deps).get(organisation)),
  { sealer: configuredSealer },
);
