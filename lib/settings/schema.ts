import * as z from 'zod';
import { notEmpty } from '../values/fields.ts';

/** Where `notifyEmail` and `notifySlack` go; the Slack URL is sealed, and beside it is what may be shown of it. */
export const StoredSettings = z.object({
  emails: z.array(z.string()).default([]),
  sealedSlackUrl: z.string().nullable().default(null),
  maskedSlackUrl: z.string().nullable().default(null),
});
export type StoredSettings = z.output<typeof StoredSettings>;

/** The Slack URL is a secret (who has it can post): once set, only its host and its last four characters are shown. */
export const Settings = z.object({ emails: z.array(z.string()), slackWebhookUrl: z.string().nullable() });

export const UpdateSettings = notEmpty(
  z.strictObject({
    emails: z
      .array(z.email().max(254))
      .max(20)
      .transform((emails) => [...new Set(emails)])
      .optional(),
    slackWebhookUrl: z.string().min(1).max(2048).nullable().optional(),
  }),
);
export type UpdateSettings = z.output<typeof UpdateSettings>;
