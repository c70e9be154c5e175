import { checkDone } from '../../sdk/index.ts';
import { SECRET_URLS, type UpdateSettings } from '../base/api-values.ts';
import { differences, type PlannedChange, type SecretOf } from './planned-change.ts';
import type { PresentState } from './present-state.ts';
import type { ReadManifest } from './read-manifest.ts';

/** @param secretOf the value of an environment variable that the file names. */
export function planSettings(
  { manifest }: ReadManifest,
  { settings }: PresentState,
  secretOf: SecretOf,
): PlannedChange[] {
  if (manifest.settings === undefined || settings === null) return [];
  const body: UpdateSettings = { emails: manifest.settings.emails };
  const stated: UpdateSettings = { ...body };
  for (const field of SECRET_URLS) {
    const named = manifest.settings[field];
    const url = named && secretOf(named.variable);
    body[field] = url;
    // The API shows the masked form of the URL, and so does the plan.
    stated[field] = url && maskedUrl(url);
  }
  const fields = differences({ ...stated }, settings);
  if (fields.length === 0) return [];
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

/** The form in which the API shows a secret URL: its origin and its last four characters. */
function maskedUrl(url: string): string {
  // The API refuses a text that is no URL, and names the field.
  return URL.canParse(url) ? `${new URL(url).origin}/…${url.slice(-4)}` : '(no URL)';
}
