import { settingsFieldsOf, urlFields } from '../../lib/channels/channel-registry.ts';
import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { configuredConfirmations } from '../../lib/channels/email/configured-confirmations.ts';
import { channels } from '../../lib/channels/index.ts';
import { changeSettings } from '../../lib/channels/settings/change-settings.ts';
import { settingsRepo } from '../../lib/channels/settings/repo.ts';
import { emailAddressRepo } from '../../lib/organisations/email-addresses/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { configuredOutbound } from '../../lib/platform/outbound/outbound.ts';
import { withUrlChecks } from '../../lib/platform/outbound/url-fields.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  {
    ...routes.updateSettings,
    body: withUrlChecks(routes.updateSettings.body, ...urlFields(settingsFieldsOf(channels))),
  },
  ({ body, organisation, deps }) => changeSettings(deps, organisation, body),
  {
    outbound: configuredOutbound,
    sealer: configuredSealer,
    channels: () => channels,
    settings: settingsRepo,
    emailAddresses: emailAddressRepo,
    destinations: destinationRepo,
    confirmations: configuredConfirmations,
  },
);
