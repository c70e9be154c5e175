import { channels } from '../../lib/channels/index.ts';
import { emailAddressRepo } from '../../lib/email-addresses/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { settingsResponse } from '../../lib/settings/change-settings.ts';
import { settingsRepo } from '../../lib/settings/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.getSettings,
  async ({ organisation, deps }) => settingsResponse(deps, organisation, await deps.settings.get(organisation)),
  { channels: () => channels, settings: settingsRepo, emailAddresses: emailAddressRepo },
);
