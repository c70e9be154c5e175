import type { Deps } from '../platform/deps.ts';
import { recordList } from '../platform/lists/index.ts';
import { keys } from '../platform/table/keys.ts';
import { conditionHeld, transact, type Update } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import { type DeliveryAttributes, packAttempts } from './delivery-item.ts';
import { deliveryList } from './delivery-list.ts';
import { deliveryStates } from './delivery-states.ts';
import { deliveryRepo } from './repo.ts';

/** The attempt that sent the mail has not recorded its result yet. The caller has to try again. */
class AttemptUnderWayError extends Error {
  override readonly name = 'AttemptUnderWayError';
}

/** Ends deliveries as failed that their destination took at first and refused later. */
export function deliveryRefusals(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const list = recordList(deps, deliveryList);
  return {
    /**
     * Changes nothing when the delivery has failed or was replayed meanwhile.
     * @throws AttemptUnderWayError when the service reports the refusal before the attempt was recorded.
     */
    async refused(organisationId: OrganisationId, id: string, error: string): Promise<void> {
      const delivery = await deliveryRepo(deps).find(organisationId, id);
      if (delivery === null || delivery.status === 'failed') return;
      if (delivery.leaseUntil !== null) throw new AttemptUnderWayError(`delivery ${id} has an attempt under way`);
      const [last, ...earlier] = delivery.attempts.toReversed();
      if (delivery.status !== 'delivered' || last === undefined) return;
      const after = { ...delivery, status: 'failed' as const };
      const part: Update<DeliveryAttributes> = {
        update: keys.delivery(organisationId, id),
        set: {
          status: 'failed',
          deliveredAt: null,
          attempts: packAttempts([...earlier.toReversed(), { ...last, error }]),
        },
        ...deliveryStates.allows('refuse', { generation: delivery.generation }),
      };
      const lists = list.changes(organisationId, [{ before: delivery, after }]);
      await conditionHeld(transact(deps.table, { delivery: part, lists }));
    },
  };
}
