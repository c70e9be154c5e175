import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { configuredConfirmations } from '../../lib/channels/email/configured-confirmations.ts';
import { channels } from '../../lib/channels/index.ts';
import type { StoredDestination } from '../../lib/channels/port/destination.ts';
import { settingsRepo } from '../../lib/channels/settings/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.resendConfirmation,
  async ({ organisation, body, deps }) => {
    const ofDestinations = (await deps.destinations.all(organisation)).flatMap(addressOf);
    return deps.confirmations.resend(organisation, body.address, await deps.settings.get(organisation), ofDestinations);
  },
  { confirmations: configuredConfirmations, settings: settingsRepo, destinations: destinationRepo },
);

/** The e-mail address that a destination names, if any. */
function addressOf({ kind, config }: StoredDestination): string[] {
  const field = channels.all.find((channel) => channel.kind === kind)?.destination?.mailAddress;
  const address = field === undefined ? undefined : config[field];
  return address === undefined ? [] : [address];
}
