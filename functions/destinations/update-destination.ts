import { updateDestination } from '../../lib/channels/destinations/change-destination.ts';
import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { configuredConfirmations } from '../../lib/channels/email/configured-confirmations.ts';
import { channels } from '../../lib/channels/index.ts';
import { settingsRepo } from '../../lib/channels/settings/repo.ts';
import { emailAddressRepo } from '../../lib/organisations/email-addresses/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { configuredOutbound } from '../../lib/platform/outbound/outbound.ts';
import { withUrlChecks } from '../../lib/platform/outbound/url-fields.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  { ...routes.updateDestination, body: withUrlChecks(routes.updateDestination.body, 'config.url') },
  ({ params, body, organisation, deps }) => updateDestination(deps, organisation, params.id, body),
  {
    outbound: configuredOutbound,
    sealer: configuredSealer,
    channels: () => channels,
    destinations: destinationRepo,
    emailAddresses: emailAddressRepo,
    confirmations: configuredConfirmations,
    settings: settingsRepo,
  },
);
