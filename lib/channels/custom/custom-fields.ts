import * as z from 'zod';
import { newSecret } from '../../webhooks/signing-secret.ts';
import { NO_CHANGE, type RuleFields } from '../port/channel-fields.ts';

const input = { customWebhookUrl: z.string().min(1).max(2048).nullable() };

export const StoredCustomFields = z.object({
  customWebhookUrl: z.string().nullable().default(null),
  sealedCustomSecret: z.string().nullable().default(null),
});

const Given = z.object(input).partial();

/**
 * The URL of a rule and the secret that signs for this URL. A new URL gets a new secret, which the API answers once.
 */
export const customFields: RuleFields = {
  input,
  urls: ['customWebhookUrl'],
  defaults: { customWebhookUrl: null },
  response: input,
  responseOnce: { customWebhookSecret: z.string().optional() },
  stored: StoredCustomFields.shape,
  sealed: ['sealedCustomSecret'],
  async change({ outbound, sealer, randomBytes }, owner, given, before) {
    const { customWebhookUrl: url } = Given.parse(given);
    if (url === undefined || url === before.customWebhookUrl) return NO_CHANGE;
    if (url === null) return { stored: { customWebhookUrl: null, sealedCustomSecret: null }, shownOnce: {} };
    await outbound.assertDestination('customWebhookUrl', url);
    const secret = newSecret(randomBytes);
    const sealedCustomSecret = (await sealer()).seal(secret, owner);
    return { stored: { customWebhookUrl: url, sealedCustomSecret }, shownOnce: { customWebhookSecret: secret } };
  },
};
