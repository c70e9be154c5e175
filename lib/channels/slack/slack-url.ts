import * as z from 'zod';
import type { SealContext } from '../../platform/sealer.ts';
import { type FieldDeps, type Fields, NO_CHANGE, type SettingsFields } from '../port/channel-fields.ts';

/**
 * A Slack URL is a secret: each holder of the URL can post. So the table stores the sealed URL, and a masked form.
 */
export const StoredSlackFields = z.object({
  sealedSlackUrl: z.string().nullable().default(null),
  maskedSlackUrl: z.string().nullable().default(null),
});

const input = { slackWebhookUrl: z.string().min(1).max(2048).nullable() };
const Given = z.object(input).partial();

/** The masked form of a Slack URL: its host and its last four characters. The result is a URL of the same host. */
export const maskedSlackUrl = (url: string): string => `${new URL(url).origin}/…${url.slice(-4)}`;

/** The response to the request that sets the URL shows the URL whole. All other responses show the masked form. */
export const slackFields: SettingsFields = {
  input,
  urls: ['slackWebhookUrl'],
  response: { slackWebhookUrl: z.string().nullable() },
  stored: StoredSlackFields.shape,
  sealed: ['sealedSlackUrl'],
  async change(deps, owner, given, before) {
    const { slackWebhookUrl: url } = Given.parse(given);
    // A caller that reads the settings, changes another field and sends all fields back keeps the URL.
    if (url === undefined || url === (await shown(deps, owner, before)).slackWebhookUrl) return NO_CHANGE;
    if (url === null) return { stored: { sealedSlackUrl: null, maskedSlackUrl: null }, shownOnce: {} };
    await deps.outbound.assertDestination('slackWebhookUrl', url);
    const sealedSlackUrl = (await deps.sealer()).seal(url, owner);
    return {
      stored: { sealedSlackUrl, maskedSlackUrl: maskedSlackUrl(url) },
      shownOnce: { slackWebhookUrl: url },
    };
  },
  shown,
};

async function shown({ sealer }: Pick<FieldDeps, 'sealer'>, owner: SealContext, stored: Fields) {
  const { sealedSlackUrl } = StoredSlackFields.parse(stored);
  if (sealedSlackUrl === null) return { slackWebhookUrl: null };
  return { slackWebhookUrl: maskedSlackUrl((await sealer()).open(sealedSlackUrl, owner)) };
}
