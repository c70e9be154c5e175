import { channels } from '../../lib/channels/index.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { configuredOutbound } from '../../lib/platform/outbound/outbound.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { changeSettings } from '../../lib/settings/change-settings.ts';
import { settingsRepo } from '../../lib/settings/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.updateSettings,
  ({ body, organisation, deps }) => changeSettings(deps, organisation, body),
  {
    outbound: configuredOutbound,
    sealer: configuredSealer,
    channels: () => channels,
    settings: settingsRepo,
  },
);
