import { createDestination } from '../../lib/channels/destinations/change-destination.ts';
import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { configuredConfirmations } from '../../lib/channels/email/configured-confirmations.ts';
import { channels } from '../../lib/channels/index.ts';
import { settingsRepo } from '../../lib/channels/settings/repo.ts';
import { emailAddressRepo } from '../../lib/organisations/email-addresses/repo.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { configuredOutbound } from '../../lib/platform/outbound/outbound.ts';
import { withUrlChecks } from '../../lib/platform/outbound/url-fields.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  { ...routes.createDestination, body: withUrlChecks(routes.createDestination.body, 'config.url') },
  ({ body, organisation, deps }) => createDestination(deps, organisation, body),
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
