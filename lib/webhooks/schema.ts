import * as z from 'zod';
import { Instant, name, notEmpty, paging, text } from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';

export const EventKind = z.enum(['alert.fired', 'alert.retracted', 'ping']);
export type EventKind = z.output<typeof EventKind>;

/** Replaced by a rotation, it signs too before `until`. */
const PreviousSecret = z.object({ sealed: z.string(), until: Instant });
export type PreviousSecret = z.output<typeof PreviousSecret>;

/** A subscription as stored; secrets are sealed. */
export const StoredWebhook = z.object({
  id: Uuid,
  url: z.string(),
  events: z.array(EventKind),
  description: z.string(),
  isActive: z.boolean(),
  disabledReason: z.string().nullable(),
  sealedSecret: z.string(),
  /** The last one first. */
  previousSecrets: z.array(PreviousSecret).default([]),
  /** Who turned it off; what occurs while we keep it off is recorded as failed, and can be replayed. */
  disabledBy: z.enum(['organisation', 'service']).nullable().default(null),
  /** Failed attempts since the last success, of all its deliveries. */
  consecutiveFailures: z.number().int().default(0),
  /** The first of them. */
  failingSince: Instant.nullable().default(null),
  /** Of successes in a row, at most a minute before the last. */
  lastSuccessAt: Instant.nullable().default(null),
  lastFailureAt: Instant.nullable().default(null),
  lastError: z.string().nullable().default(null),
  createdAt: Instant,
  updatedAt: Instant,
});
export type StoredWebhook = z.output<typeof StoredWebhook>;

export const Webhook = StoredWebhook.omit({
  sealedSecret: true,
  previousSecrets: true,
  disabledBy: true,
  failingSince: true,
});
export type Webhook = z.output<typeof Webhook>;
/** Answered once, when the secret is made or set by us. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string().optional() });

const Url = z.string().min(1).max(2048);
const Events = z
  .array(EventKind)
  .min(1, 'needs at least one event kind')
  .max(10)
  .transform((kinds) => [...new Set(kinds)]);

/** Any text of the tenant's own; a receiver keys its HMAC with the same UTF-8 bytes. */
const Secret = name(256);

export const CreateWebhook = z.strictObject({
  url: Url,
  events: Events,
  secret: Secret.optional(),
  description: text(256).default(''),
});
export type CreateWebhook = z.output<typeof CreateWebhook>;

export const UpdateWebhook = notEmpty(
  z.strictObject({
    url: Url.optional(),
    events: Events.optional(),
    description: text(256).optional(),
    isActive: z.boolean().optional(),
  }),
);
export type UpdateWebhook = z.output<typeof UpdateWebhook>;

export const WebhookQuery = z.strictObject(paging);
