import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { keys, timeKey, timelines } from '../platform/table/keys.ts';
import { batchGet, getItem } from '../platform/table/table.ts';
import { type Page, readPage } from '../platform/table/timeline.ts';
import { conditionHeld, type Put, transact, type Update, write } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import { differenceStates } from './difference-states.ts';
import { type DifferenceRef, type ReconciliationQuery, StoredDifference } from './schema.ts';

/** The differences between balances and records. The API calls them reconciliations. */
export function differenceRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const put = (organisationId: OrganisationId, difference: StoredDifference): Put => ({
    put: {
      ...keys.reconciliation(organisationId, difference.id),
      gsi1pk: timelines.differences(organisationId),
      gsi1sk: timeKey(difference.createdAt, difference.id),
      ...difference,
    },
    ...differenceStates.allows(difference.status === 'open' ? 'open' : 'find', {}),
  });

  return {
    find: (organisationId: OrganisationId, id: string): Promise<StoredDifference | null> =>
      getItem(table, keys.reconciliation(organisationId, id), StoredDifference),

    findAll: (refs: readonly DifferenceRef[]): Promise<StoredDifference[]> =>
      batchGet(
        table,
        refs.map(({ organisation, id }) => keys.reconciliation(organisation, id)),
        StoredDifference,
      ),

    /** Stores a difference and its deliveries. False when the difference exists. */
    create: (
      organisationId: OrganisationId,
      difference: StoredDifference,
      deliveries: readonly Put[],
    ): Promise<boolean> => conditionHeld(transact(table, [put(organisationId, difference), ...deliveries])),

    /** Ends an open difference. Changes nothing when the difference is explained already. */
    async explain(
      organisationId: OrganisationId,
      id: string,
      explanation: string,
      transactionIds: readonly string[],
    ): Promise<void> {
      const part: Update<StoredDifference> = {
        update: keys.reconciliation(organisationId, id),
        set: {
          status: differenceStates.transitions.explain.to,
          explanation,
          transactionIds: [...transactionIds],
          explainedAt: now().toISOString(),
        },
        ...differenceStates.allows('explain', {}),
      };
      await conditionHeld(write(table, part));
    },

    page: (
      organisationId: OrganisationId,
      { walletId, chain, status, ...request }: ReconciliationQuery,
    ): Promise<Page<StoredDifference>> =>
      readPage(
        table,
        { index: 'gsi1', partition: timelines.differences(organisationId), where: { walletId, chain, status } },
        request,
        StoredDifference,
      ),

    /** The open differences of a wallet, at most 100. */
    async openOf(organisationId: OrganisationId, walletId: string, chain?: ChainId): Promise<Page<StoredDifference>> {
      return this.page(organisationId, { walletId, chain, status: 'open', page: 1, pageSize: 100 });
    },
  };
}

export type DifferenceRepo = ReturnType<typeof differenceRepo>;
