import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { channels } from '../../lib/channels/index.ts';
import { settingsResponse } from '../../lib/channels/settings/change-settings.ts';
import { settingsRepo } from '../../lib/channels/settings/repo.ts';
import { emailAddressRepo } from '../../lib/organisations/email-addresses/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.getSettings,
  async ({ organisation, deps }) => settingsResponse(deps, organisation, await deps.settings.get(organisation)),
  {
    channels: () => channels,
    settings: settingsRepo,
    emailAddresses: emailAddressRepo,
    destinations: destinationRepo,
  },
);
