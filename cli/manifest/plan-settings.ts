import { checkDone } from '../../sdk/index.ts';
import { differences, type PlannedChange } from './planned-change.ts';
import type { PresentState } from './present-state.ts';
import type { ReadManifest } from './read-manifest.ts';

/** @param secretOf the value of an environment variable that the file names. */
export function planSettings(
  { manifest }: ReadManifest,
  { settings }: PresentState,
  secretOf: (variable: string) => string,
): PlannedChange[] {
  if (manifest.settings === undefined || settings === null) return [];
  const { emails, slackWebhookUrl: named } = manifest.settings;
  const slackWebhookUrl = named && secretOf(named.variable);
  // The API shows the masked form of the URL, and so does the plan.
  const stated = { emails, slackWebhookUrl: slackWebhookUrl && maskedSlackUrl(slackWebhookUrl) };
  const fields = differences({ ...stated }, settings);
  if (fields.length === 0) return [];
  const body = { emails, slackWebhookUrl };
  return [
    {
      action: 'change',
      resource: 'settings',
      name: 'settings',
      id: null,
      fields,
      make: async ({ api }) => checkDone(await api.PATCH('/api/settings', { body })),
    },
  ];
}

/** The form in which the API shows a Slack URL: its origin and its last four characters. */
function maskedSlackUrl(url: string): string {
  // The API refuses a text that is no URL, and names the field.
  return URL.canParse(url) ? `${new URL(url).origin}/…${url.slice(-4)}` : '(no URL)';
}
