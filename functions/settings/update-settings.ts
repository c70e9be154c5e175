import { channels } from '../../lib/channels/index.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { outboundPolicy } from '../../lib/platform/outbound/destination.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { changeSettings } from '../../lib/settings/change-settings.ts';
import { settingsRepo } from '../../lib/settings/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.updateSettings,
  ({ body, organisation, deps }) => changeSettings(deps, organisation, body),
  {
    policy: outboundPolicy,
    sealer: configuredSealer,
    channels: () => channels,
    settings: settingsRepo,
  },
);
