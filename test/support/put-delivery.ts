import { deliveryItemOf } from '../../lib/deliveries/delivery-item.ts';
import { deliveryList } from '../../lib/deliveries/delivery-list.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import type { StoredDelivery } from '../../lib/deliveries/schema.ts';
import type { Deps } from '../../lib/platform/deps.ts';
import { recordList } from '../../lib/platform/lists/index.ts';
import { due } from '../../lib/platform/table/due-keys.ts';
import { transact } from '../../lib/platform/table/write.ts';

/** Puts a delivery into the table in any state, in place of the delivery with its id, as if attempts had led there. */
export async function putDelivery(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  delivery: StoredDelivery,
): Promise<void> {
  const { organisationId, id, nextAttemptAt } = delivery;
  const before = await deliveryRepo(deps).find(organisationId, id);
  await transact(deps.table, {
    delivery: {
      put: {
        ...deliveryItemOf(delivery),
        ...(nextAttemptAt !== null && due.entry('DELIVERY', organisationId, id, nextAttemptAt)),
      },
    },
    lists: recordList(deps, deliveryList).changes(organisationId, [{ before, after: delivery }]),
  });
}
