import * as z from 'zod';
import { DeliveryKind } from '../deliveries/schema.ts';
import { Instant, line, name, notEmpty, paging } from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';
import { GivenHeaders, Headers } from './custom-headers.ts';
import { StoredMatch } from './notice-match.ts';
import { decodedSecret, WHSEC_PREFIX } from './signing-secret.ts';

/** The events that a subscription can ask for. */
export const EventKind = DeliveryKind.exclude([
  'alert.summary',
  'destination.disabled',
  'address_list.failed',
  'mute.ended',
  'webhook.disabled',
]);
export type EventKind = z.output<typeof EventKind>;

/** How much the body of an alert states: `full` adds keys to the body of `standard`. */
export const PayloadFormat = z.enum(['standard', 'full']);
export type PayloadFormat = z.output<typeof PayloadFormat>;

/** A secret that a rotation replaced. The secret signs beside the present secret until `until`. */
const PreviousSecret = z.object({ sealed: z.string(), until: Instant });
export type PreviousSecret = z.output<typeof PreviousSecret>;

/** A subscription as stored; secrets are sealed. */
export const StoredWebhook = z.object({
  id: Uuid,
  url: z.string(),
  events: z.array(EventKind),
  description: z.string(),
  payload: PayloadFormat.meta({ default: 'standard' }),
  match: StoredMatch.default({}),
  /** As the API answers them: the values are masked. */
  headers: Headers.default({}),
  /** The headers as attempts send them. Null without headers. */
  sealedHeaders: z.string().nullable().default(null),
  isActive: z.boolean(),
  disabledReason: z.string().nullable(),
  sealedSecret: z.string(),
  /** The newest first. */
  previousSecrets: z.array(PreviousSecret),
  /**
   * Whether the organisation or the service turned the subscription off. While the service keeps the subscription off,
   * events become failed deliveries, which can be replayed.
   */
  disabledBy: z.enum(['organisation', 'service']).nullable(),
  /** Failed attempts since the last success, of all deliveries of the subscription. */
  consecutiveFailures: z.number().int().meta({ default: 0 }),
  /** The time of the first of these failures. */
  failingSince: Instant.nullable(),
  /** Recorded at most once a minute while attempts succeed. */
  lastSuccessAt: Instant.nullable().meta({ default: null }),
  lastFailureAt: Instant.nullable().meta({ default: null }),
  lastError: z.string().nullable().meta({ default: null }),
  createdAt: Instant,
  updatedAt: Instant,
});
export type StoredWebhook = z.output<typeof StoredWebhook>;

/** The state of a subscription or a destination that its organisation turns on or off. */
export const switched = (isActive: boolean): Pick<StoredWebhook, 'isActive' | 'disabledReason' | 'disabledBy'> =>
  isActive
    ? { isActive, disabledReason: null, disabledBy: null }
    : { isActive, disabledReason: 'Turned off by the organisation', disabledBy: 'organisation' };

/** The health of a subscription that is new, is turned on again, or gets another URL. */
export const NO_FAILURES = { consecutiveFailures: 0, failingSince: null } as const;

export const Webhook = StoredWebhook.omit({
  sealedSecret: true,
  previousSecrets: true,
  sealedHeaders: true,
  disabledBy: true,
}).meta({ id: 'Webhook' });
export type Webhook = z.output<typeof Webhook>;
/** The API answers a secret that the service made once: in the response to the request that made the secret. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string().optional() }).meta({ id: 'WebhookWithSecret' });

const Url = z.string().min(1).max(2048);
const Events = z
  .array(EventKind)
  .min(1, 'needs at least one event kind')
  .max(10)
  .overwrite((kinds) => [...new Set(kinds)]);

/**
 * A text that the tenant chooses. A receiver uses the same UTF-8 bytes as the key of its HMAC, or the decoded bytes of
 * `whsec_<base64>`. Standard Webhooks demands 24 to 64 bytes. Subscriptions from before may have a shorter secret.
 */
const Secret = name(256)
  .refine((secret) => [...secret].length >= 16, 'must have at least 16 characters')
  .refine(
    (secret) => !secret.startsWith(WHSEC_PREFIX) || isBetween(decodedSecret(secret)?.length ?? 0, 24, 64),
    'must have the base64 of 24 to 64 bytes after whsec_',
  )
  .meta({ minLength: 16, maxLength: 256 });
const isBetween = (value: number, least: number, most: number) => value >= least && value <= most;

/**
 * The bodies of requests.
 * @param match knows the severities and the types of rules, which this room does not know.
 */
export const webhookBodies = (match: z.ZodType<StoredMatch, StoredMatch>) => ({
  CreateWebhook: z
    .strictObject({
      url: Url,
      events: Events,
      secret: Secret.optional(),
      description: line(256).default(''),
      payload: PayloadFormat.default('standard'),
      match: match.default({}),
      headers: GivenHeaders.default({}),
    })
    .meta({ id: 'CreateWebhook' }),
  UpdateWebhook: notEmpty(
    z.strictObject({
      url: Url.optional(),
      events: Events.optional(),
      description: line(256).optional(),
      payload: PayloadFormat.optional(),
      match: match.optional(),
      headers: GivenHeaders.optional(),
      isActive: z.boolean().optional(),
    }),
  ).meta({ id: 'UpdateWebhook' }),
});
export const { CreateWebhook, UpdateWebhook } = webhookBodies(StoredMatch);
export type CreateWebhook = z.output<typeof CreateWebhook>;
export type UpdateWebhook = z.output<typeof UpdateWebhook>;

export const WebhookQuery = z.strictObject(paging);
