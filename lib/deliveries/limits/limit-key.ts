import * as z from 'zod';
import type { OrganisationId, Uuid } from '../../values/ids.ts';

/**
 * The key of a limit within its organisation: `destination:<uuid>`, `organisation:first` or `organisation:retries`.
 */
export const LimitKey = z.string().brand('LimitKey');
export type LimitKey = z.output<typeof LimitKey>;

/** Which of the two queues a message came from. */
export type QueueName = 'first' | 'retries';

/** A limit of one organisation. Equal keys of two organisations are two limits. */
export interface LimitAddress {
  readonly organisationId: OrganisationId;
  readonly key: LimitKey;
}

export const destinationKey = (id: z.output<typeof Uuid>): LimitKey => LimitKey.parse(`destination:${id}`);

/** A key per queue: deliveries to dead destinations come from the retry queue and must not hold up first attempts. */
export const organisationKey = (queue: QueueName): LimitKey => LimitKey.parse(`organisation:${queue}`);

/** The id in the keys of stored items: items name a destination by its id alone, and an organisation by the queue. */
export const storedIdOf = (key: LimitKey): string => key.slice(key.indexOf(':') + 1);
