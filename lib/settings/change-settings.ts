import type { Deps } from '../platform/deps.ts';
import { assertDestination } from '../platform/outbound/destination.ts';
import type { OutboundPolicy } from '../platform/outbound/url.ts';
import type { Sealer } from '../platform/sealer.ts';
import type { OrganisationId } from '../values/ids.ts';
import { settingsRepo } from './repo.ts';
import type { StoredSettings, UpdateSettings } from './schema.ts';
import { maskedSlackUrl, openSlackUrl, sealSlackUrl } from './slack-url.ts';

type WithSealer = Deps & { readonly sealer: () => Promise<Sealer> };

/** The settings as answered: who knows a Slack URL can post with it, so only its host and its end are shown. */
export async function settingsResponse(deps: WithSealer, organisationId: OrganisationId, stored: StoredSettings) {
  const { emails, sealedSlackUrl } = stored;
  if (sealedSlackUrl === null) return { emails, slackWebhookUrl: null };
  const url = openSlackUrl(await deps.sealer(), organisationId, sealedSlackUrl);
  return { emails, slackWebhookUrl: maskedSlackUrl(url) };
}

/** Changes what is given. A Slack URL is echoed to who sets it, and never again. @throws ApiError `validation_failed`. */
export async function changeSettings(
  deps: WithSealer & { readonly policy: OutboundPolicy },
  organisationId: OrganisationId,
  { emails, slackWebhookUrl }: UpdateSettings,
) {
  const settings = settingsRepo(deps);
  const before = await settingsResponse(deps, organisationId, await settings.get(organisationId));
  // Who reads the settings, changes one field and writes all back means to keep the URL that was shown masked.
  const url = slackWebhookUrl === before.slackWebhookUrl ? undefined : slackWebhookUrl;
  if (url) await assertDestination('slackWebhookUrl', url, deps.policy);
  const stored = await settings.change(organisationId, {
    emails,
    sealedSlackUrl: url && sealSlackUrl(await deps.sealer(), organisationId, url),
    maskedSlackUrl: url && maskedSlackUrl(url),
  });
  const shown = await settingsResponse(deps, organisationId, stored);
  return url ? { ...shown, slackWebhookUrl: url } : shown;
}
