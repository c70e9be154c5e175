import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { type ListedRecords, recordList } from '../platform/lists/index.ts';
import type { Page } from '../platform/page.ts';
import { keys } from '../platform/table/keys.ts';
import { batchGet, getItem } from '../platform/table/table.ts';
import { conditionHeld, transact, type Update, type Write } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import { differenceStates } from './difference-states.ts';
import { type DifferenceRef, type ReconciliationQuery, StoredDifference } from './schema.ts';

/** The list of differences. Fields may be added at the end; the order of the others is stored. */
export const differenceList: ListedRecords<typeof StoredDifference> = {
  definition: {
    name: 'RECONCILIATION',
    fields: ['status', 'chain', 'wallet'],
    views: [{ name: 'all', fields: ['status', 'chain', 'wallet'] }],
    dividedBy: 'wallet',
  },
  schema: StoredDifference,
  keyOf: keys.reconciliation,
  tellsChanges: true,
  listed: (_, { id, createdAt, status, chain, walletId }) => ({
    id,
    time: createdAt,
    tuple: [status, chain, walletId],
  }),
};

/** The differences between balances and records. The API calls them reconciliations. */
export function differenceRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now } = deps;
  const list = recordList(deps, differenceList);

  const creation = (organisationId: OrganisationId, difference: StoredDifference): Write[] => [
    {
      put: { ...keys.reconciliation(organisationId, difference.id), ...difference },
      ...differenceStates.allows(difference.status === 'open' ? 'open' : 'find', {}),
    },
    ...list.changes(organisationId, [{ before: null, after: difference }]),
  ];
  const find = (organisationId: OrganisationId, id: string): Promise<StoredDifference | null> =>
    getItem(table, keys.reconciliation(organisationId, id), StoredDifference);

  return {
    find,

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
      deliveries: readonly Write[],
    ): Promise<boolean> =>
      conditionHeld(transact(table, { difference: creation(organisationId, difference), deliveries })),

    /** Ends an open difference. Changes nothing when the difference is explained already. */
    async explain(
      organisationId: OrganisationId,
      id: string,
      explanation: string,
      transactionIds: readonly string[],
    ): Promise<void> {
      const before = await find(organisationId, id);
      if (before === null) return;
      const set = {
        status: differenceStates.transitions.explain.to,
        explanation,
        transactionIds: [...transactionIds],
        explainedAt: now().toISOString(),
      };
      const part: Update<StoredDifference> = {
        update: keys.reconciliation(organisationId, id),
        set,
        ...differenceStates.allows('explain', {}),
      };
      const lists = list.changes(organisationId, [{ before, after: { ...before, ...set } }]);
      await conditionHeld(transact(table, { difference: part, lists }));
    },

    page: (
      organisationId: OrganisationId,
      { walletId, chain, status, ...request }: ReconciliationQuery,
    ): Promise<Page<StoredDifference>> => {
      const filter = { status, chain, wallet: walletId };
      return list.page(organisationId, { filter, order: 'newest first' }, request, filter);
    },

    /** The open differences of a wallet, at most 100. */
    async openOf(organisationId: OrganisationId, walletId: string, chain?: ChainId): Promise<Page<StoredDifference>> {
      return this.page(organisationId, { walletId, chain, status: 'open', pageSize: 100 });
    },
  };
}

export type DifferenceRepo = ReturnType<typeof differenceRepo>;
