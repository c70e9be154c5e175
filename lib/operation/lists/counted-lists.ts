import type * as z from 'zod';
import { bookList } from '../../address-book/book-list.ts';
import { eventList } from '../../alerts/events/event-list.ts';
import { differenceList } from '../../balances/difference-repo.ts';
import { deliveryList } from '../../deliveries/delivery-list.ts';
import { checkpointList } from '../../platform/audit/audit-checkpoint.ts';
import { auditList } from '../../platform/audit/audit-entry.ts';
import type { Deps } from '../../platform/deps.ts';
import { compactList, type ListDefinition, type ListedRecords, recordList } from '../../platform/lists/index.ts';
import { log } from '../../platform/log.ts';
import { listIn } from '../../platform/table/counted-list-keys.ts';
import type { Put } from '../../platform/table/write.ts';
import { transactionList } from '../../transactions/transaction-list.ts';
import { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import { walletList } from '../../wallets/wallet-list.ts';

/** The counted lists of records. */
export const countedLists: readonly [ListedRecords<z.ZodType>, ...ListedRecords<z.ZodType>[]] = [
  transactionList,
  eventList,
  deliveryList,
  differenceList,
  walletList,
  bookList,
  checkpointList,
];

/** Every counted list of the product: the audit log, too, which has no records besides its list. */
export const listDefinitions: readonly ListDefinition[] = [
  ...countedLists.map(({ definition }) => definition),
  auditList.definition,
];

/** The writes that make the lists of a new organisation. */
export const newLists =
  (deps: Pick<Deps, 'table' | 'now' | 'newId'>) =>
  (organisationId: OrganisationId): Put[] =>
    countedLists.flatMap((list) => recordList(deps, list).beginning(organisationId));

/** Shorter than the time-out of the function: a merge that has begun then still ends in time. */
const RUN_SECONDS = 60;

/**
 * Compacts the list of a partition.
 * @throws Error when the partition belongs to no list of this version.
 */
export async function compactPartition(deps: Pick<Deps, 'table' | 'now' | 'newId'>, pk: string): Promise<void> {
  const found = listIn(pk);
  const definition = listDefinitions.find(({ name }) => name === found?.list);
  if (found === null || definition === undefined) throw new Error(`the partition ${pk} belongs to no list`);
  const organisation = OrganisationId.parse(found.organisation);
  const began = deps.now();
  const outcome = await compactList(deps, { definition }, organisation, {
    until: plusSeconds(began, RUN_SECONDS),
    sublist: found.sublist,
  });
  log.info('list.compacted', {
    organisation,
    list: found.list,
    sublist: found.sublist,
    outcome,
    ms: deps.now().getTime() - began.getTime(),
  });
}
