import * as z from 'zod';
import { Instant } from '../../values/fields.ts';

export const EmailAddressStatus = z.enum(['pending', 'confirmed', 'bounced', 'complained', 'unsubscribed']);
export type EmailAddressStatus = z.output<typeof EmailAddressStatus>;

/** Whether an address gets alerts, as the API answers it. */
export const EmailStatus = z
  .object({
    address: z.string(),
    status: EmailAddressStatus,
    since: Instant.nullable().describe('Null for an address from before addresses had to be confirmed'),
    reason: z.string().nullable(),
  })
  .meta({ id: 'EmailStatus' });
export type EmailStatus = z.output<typeof EmailStatus>;

/** An address as stored. Only the hash of the secret of its confirmation link is stored. */
export const StoredEmailAddress = z.object({
  status: EmailAddressStatus,
  since: Instant,
  reason: z.string().nullable(),
  linkHash: z.string().optional(),
  linkUntil: Instant.optional(),
});
export type StoredEmailAddress = z.output<typeof StoredEmailAddress>;

export const ResendConfirmation = z.strictObject({ address: z.string().max(254) }).meta({ id: 'ResendConfirmation' });
