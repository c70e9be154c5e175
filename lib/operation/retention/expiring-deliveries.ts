import * as z from 'zod';
import type { DeliveryItem } from '../../deliveries/delivery-item.ts';
import { deliveryList } from '../../deliveries/delivery-list.ts';
import { deliveryStates } from '../../deliveries/delivery-states.ts';
import type { Deps } from '../../platform/deps.ts';
import { keys, prefixes } from '../../platform/table/keys.ts';
import { queryPrefix } from '../../platform/table/table.ts';
import { deleteAll } from '../../platform/table/write-all.ts';
import type { Expiry } from './expire-list.ts';

const Keyed = z.object({ pk: z.string(), sk: z.string() });

/** Finished deliveries expire with all their attempts, some days after the last attempt. */
export const expiringDeliveries = ({ table }: Pick<Deps, 'table'>, days: number): Expiry<typeof DeliveryItem> => ({
  list: deliveryList,
  days,
  filter: { status: { in: deliveryStates.transitions.expire.from } },

  due: async (_, deliveries, cutoff) =>
    deliveries.filter(({ attempts, createdAt }) => (attempts.at(-1)?.at ?? createdAt) <= cutoff),

  /** The attempts of earlier generations, which are as old. A delivery that is replayed at this moment loses them. */
  async before(organisationId, deliveries) {
    for (const { id, attempts, attemptsMade } of deliveries) {
      if (attemptsMade === attempts.length) continue;
      const { pk } = keys.delivery(organisationId, id);
      await deleteAll(table, await queryPrefix(table, pk, prefixes.attemptsOf(id), Keyed));
    }
  },

  removal: async (organisationId, { id, status, generation }) => [
    {
      delete: keys.delivery(organisationId, id),
      ...deliveryStates.allows('expire', { status, generation }),
    },
  ],
});
