import * as z from 'zod';
import { DeliveryKind } from '../../deliveries/schema.ts';
import { Instant } from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import { StoredMatch } from '../../webhooks/notice-match.ts';

/** The events that a destination can ask for. */
export const DestinationEvent = DeliveryKind.extract([
  'alert.fired',
  'alert.retracted',
  'alert.acknowledged',
  'alert.resolved',
  'coverage.difference',
  'wallet.throttled',
  'configuration.changed',
]);

/** Texts by field, such as `{url}` or `{botToken, chatId}`. */
export const DestinationConfig = z.record(z.string(), z.string());
export type DestinationConfig = z.output<typeof DestinationConfig>;

/** A destination as stored. */
export const StoredDestination = z.object({
  id: Uuid,
  name: z.string(),
  /** The kind of its channel. */
  kind: z.string(),
  /** As the API answers it: the secret is masked. */
  config: DestinationConfig,
  /** What deliveries show as their URL. */
  url: z.string(),
  /** The secret of the config. Null for a kind without a secret. */
  sealedSecret: z.string().nullable(),
  match: StoredMatch.extend({ events: z.array(DestinationEvent).optional() }),
  isActive: z.boolean(),
  disabledReason: z.string().nullable(),
  /**
   * Whether the organisation or the service turned the destination off. While the service keeps it off, notices become
   * failed deliveries, which can be replayed.
   */
  disabledBy: z.enum(['organisation', 'service']).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type StoredDestination = z.output<typeof StoredDestination>;

/** The address of a delivery to a destination. Each attempt reads the destination as it is then. */
export const DestinationAddress = z.object({ kind: z.string(), destinationId: Uuid });
export type DestinationAddress = z.output<typeof DestinationAddress>;
