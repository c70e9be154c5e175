import * as z from 'zod';
import { keys } from '../../platform/table/keys.ts';
import { getItem, type Table } from '../../platform/table/table.ts';
import { type Condition, IF_PRESENT } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';

/**
 * The most subscriptions and destinations together. An alert is one transaction of at most 100 writes: a delivery for
 * each of these, for `MOST_EMAILS` addresses and for two URLs, and seven writes of its own.
 */
export const MOST_RECIPIENTS = 70;

/** The most mail addresses of the settings. */
export const MOST_EMAILS = 20;

/** How many subscriptions an organisation can have when no operator let it have more. */
export const MAX_WEBHOOKS = 20;
const MAX_DESTINATIONS = MOST_RECIPIENTS - MAX_WEBHOOKS;

/** Attributes in the item of an organisation. */
const Recipients = z.object({
  limit_webhooks: z.int().optional(),
  webhookCount: z.int().default(0),
  destinationCount: z.int().default(0),
});

/** The numbers of an organisation, strongly consistent; null when there is no such organisation. */
const recipientsOf = (table: Table, organisationId: OrganisationId) =>
  getItem(table, keys.organisation(organisationId), Recipients);

/**
 * How many destinations an organisation can have beside the subscriptions that it has or may have, and the condition
 * that this still holds and is not reached.
 */
export async function destinationRoom(
  table: Table,
  organisationId: OrganisationId,
): Promise<{ readonly most: number; readonly isBelow: Condition }> {
  const { limit_webhooks: limit, webhookCount = 0 } = (await recipientsOf(table, organisationId)) ?? {};
  const reserved = Math.max(MAX_WEBHOOKS, limit ?? 0, webhookCount);
  const most = Math.min(MAX_DESTINATIONS, Math.max(0, MOST_RECIPIENTS - reserved));
  const sameLimit = limit === undefined ? 'attribute_not_exists(#limit_webhooks)' : '#limit_webhooks = :limit';
  return {
    most,
    isBelow: {
      when: `(#destinationCount < :most OR (attribute_not_exists(#destinationCount) AND :most > :zero))
        AND ${sameLimit} AND (attribute_not_exists(#webhookCount) OR #webhookCount <= :reserved)`,
      values: { ':most': most, ':zero': 0, ':reserved': reserved, ...(limit !== undefined && { ':limit': limit }) },
    },
  };
}

/** Holds for an organisation that has no more destinations than fit beside so many subscriptions. */
export const fitsBeside = (webhooks: number): Condition => ({
  when: `${IF_PRESENT.when} AND (attribute_not_exists(#destinationCount) OR #destinationCount <= :room)`,
  values: { ':room': MOST_RECIPIENTS - Math.max(MAX_WEBHOOKS, webhooks) },
});

/** How many destinations an organisation has; null when there is no such organisation. */
export const destinationCount = async (table: Table, organisationId: OrganisationId): Promise<number | null> =>
  (await recipientsOf(table, organisationId))?.destinationCount ?? null;
