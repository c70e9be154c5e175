import type { Deps } from '../platform/deps.ts';
import { recordList } from '../platform/lists/index.ts';
import { keys } from '../platform/table/keys.ts';
import { type Named, tryTransact, type Update, type Write } from '../platform/table/write.ts';
import { type DeliveryAttributes, deliveryItemOf } from './delivery-item.ts';
import { deliveryList } from './delivery-list.ts';
import { deliveryStates } from './delivery-states.ts';
import type { StoredDelivery } from './schema.ts';

/**
 * `superseded`: the lease ended and another attempt took the delivery. `stale`: a condition of the other writes failed.
 */
type Result = 'recorded' | 'superseded' | 'stale';

/** What must not have changed of a delivery that another message tells of. */
const seen = ({ generation, attemptsMade, postponedUntil }: StoredDelivery) => ({
  generation,
  attemptsMade,
  postponedUntil,
});

/** The changes of claimed deliveries when one message tells of many. */
export function deliverySummaries(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const list = recordList(deps, deliveryList);

  async function written(writes: Named<'delivery' | 'lists' | 'others'>): Promise<Result> {
    const refusal = await tryTransact(deps.table, writes);
    if (refusal === null) return 'recorded';
    return refusal.failed.includes('delivery') ? 'superseded' : 'stale';
  }

  return {
    /** Ends a delivery unsent, because the message `summaryId` tells of it. */
    summarise(delivery: StoredDelivery, summaryId: string, others: readonly Write[]): Promise<Result> {
      const { organisationId, id, generation, leaseUntil } = delivery;
      const ended = { status: 'summarised', summaryId, nextAttemptAt: null, leaseUntil: null } as const;
      return written({
        delivery: {
          update: keys.delivery(organisationId, id),
          set: { ...ended, postponedUntil: null },
          remove: ['gsi3pk', 'gsi3sk'],
          ...deliveryStates.allows('summarise', { generation, leaseUntil }),
        } satisfies Update<DeliveryAttributes>,
        lists: list.changes(organisationId, [{ before: delivery, after: { ...delivery, ...ended } }]),
        others,
      });
    },

    /**
     * Stores the text of a claimed delivery that also tells of the alerts of other deliveries, which end unsent.
     * `stale`: an attempt of one of the others was made or is under way, or the other got a reserved time meanwhile.
     * @param tells the alerts of the text, in its order.
     */
    tell(
      delivery: StoredDelivery,
      body: string,
      { tells, others }: { readonly tells: readonly string[]; readonly others: readonly StoredDelivery[] },
    ): Promise<Result> {
      const { organisationId, id, generation, leaseUntil } = delivery;
      const { packed } = deliveryItemOf({ ...delivery, body });
      const ended = { status: 'summarised', summaryId: id, nextAttemptAt: null } as const;
      const now = deps.now();
      return written({
        delivery: {
          update: keys.delivery(organisationId, id),
          set: { packed, tells: [...tells] },
          ...deliveryStates.allows('write', { generation, leaseUntil }),
        } satisfies Update<Pick<StoredDelivery, 'tells'> & { packed: Uint8Array }>,
        lists: list.changes(
          organisationId,
          others.map((before) => ({ before, after: { ...before, ...ended } })),
        ),
        others: others.map(
          (other): Update<DeliveryAttributes> => ({
            update: keys.delivery(organisationId, other.id),
            set: { ...ended, leaseUntil: null, postponedUntil: null },
            remove: ['gsi3pk', 'gsi3sk'],
            ...deliveryStates.allows('tell', { ...seen(other), now }),
          }),
        ),
      });
    },

    /**
     * Stores what a delivery tells that was made without a text. It waited for its text until `at`. It has reserved no
     * time at its destination, and may wait there as long as any other.
     */
    writeBody(
      delivery: StoredDelivery,
      told: { readonly body: string; readonly alertSummary: string },
      at: string,
      others: readonly Write[],
    ): Promise<Result> {
      const { organisationId, id, generation, leaseUntil } = delivery;
      const { packed } = deliveryItemOf({ ...delivery, ...told });
      return written({
        delivery: {
          update: keys.delivery(organisationId, id),
          set: { packed, postponedSince: at, postponedUntil: null },
          ...deliveryStates.allows('write', { generation, leaseUntil }),
        } satisfies Update<Pick<StoredDelivery, 'postponedSince' | 'postponedUntil'> & { packed: Uint8Array }>,
        lists: undefined,
        others,
      });
    },
  };
}
