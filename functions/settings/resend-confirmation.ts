import { addressesOf } from '../../lib/channels/destinations/addresses.ts';
import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { configuredConfirmations } from '../../lib/channels/email/configured-confirmations.ts';
import { channels } from '../../lib/channels/index.ts';
import { settingsRepo } from '../../lib/channels/settings/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.resendConfirmation,
  async ({ organisation, body, deps }) => {
    const addresses = addressesOf(channels, await deps.destinations.all(organisation));
    return deps.confirmations.resend(organisation, body.address, await deps.settings.get(organisation), addresses);
  },
  { confirmations: configuredConfirmations, settings: settingsRepo, destinations: destinationRepo },
);
