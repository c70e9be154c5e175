import { configuredConfirmations } from '../../lib/channels/email/configured-confirmations.ts';
import { settingsRepo } from '../../lib/channels/settings/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.resendConfirmation,
  async ({ organisation, body, deps }) =>
    deps.confirmations.resend(organisation, body.address, await deps.settings.get(organisation)),
  { confirmations: configuredConfirmations, settings: settingsRepo },
);
