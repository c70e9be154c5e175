import { beforeAll, expect, it } from '@jest/globals';
import { compactPartition, newLists } from '../../lib/operation/lists/counted-lists.ts';
import { hasDrifted, recountList } from '../../lib/platform/lists/index.ts';
import { listPartition } from '../../lib/platform/table/counted-list-keys.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { walkPrefix } from '../../lib/platform/table/walk.ts';
import { transact } from '../../lib/platform/table/write.ts';
import { deleteAll } from '../../lib/platform/table/write-all.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { transactionList } from '../../lib/transactions/transaction-list.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { aStoredTransaction, uuid } from '../support/records.ts';
import { makeTable } from '../support/table.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

const WALLETS = [uuid(101), uuid(102), uuid(103)];
/** More than a tail keeps. */
const RECORDS = 150;

/** An organisation with records of three wallets in turn. @param isNew whether its lists begin divided. */
async function organisationWith(isNew: boolean) {
  const deps = testDeps(table);
  const organisation = OrganisationId.parse(deps.newId());
  if (isNew) await transact(table, { lists: newLists(deps)(organisation) });
  const transactions = transactionRepo(deps);
  const record = async (n: number) => {
    const transaction = aStoredTransaction({
      id: deps.newId(),
      hash: `0x${String(n).padStart(64, '0')}`,
      walletId: WALLETS[n % WALLETS.length],
    });
    await transactions.record(organisation, transaction);
    return transaction;
  };
  for (let n = 0; n < RECORDS; n++) await record(n);
  return { deps, organisation, transactions, record };
}

const partition = (organisation: OrganisationId, wallet?: string) => listPartition(organisation, 'TX', wallet);

it('The records of a wallet are a list of their own, which answers without the list of all wallets', async () => {
  const { deps, organisation, transactions } = await organisationWith(true);
  for (const wallet of WALLETS) await compactPartition(deps, partition(organisation, wallet));
  await compactPartition(deps, partition(organisation));
  // The table remembers nothing, so the answers come from the partition of the wallet alone.
  for await (const items of walkPrefix(table, partition(organisation), 'C#')) await deleteAll(table, items);
  const cold = transactionRepo({ ...deps, table: openTable(table.name, table.client) });
  for (const walletId of WALLETS) {
    expect(await cold.count(organisation, { walletId })).toBe(RECORDS / WALLETS.length);
    const { data, meta } = await cold.page(organisation, { walletId }, { pageSize: 20, page: 2 });
    expect([data.length, meta.total]).toEqual([20, RECORDS / WALLETS.length]);
    expect(new Set(data.map((each) => each.walletId))).toEqual(new Set([walletId]));
  }
  expect(await transactions.count(organisation, { walletId: uuid(999) })).toBe(0);
});

it('A recount divides the lists of an organisation from before, also when changes come before and after', async () => {
  const { deps, organisation, transactions, record } = await organisationWith(false);
  // Of the first records, an earlier version wrote no list of their wallets.
  for (const wallet of WALLETS) {
    const items = walkPrefix(table, partition(organisation, wallet), '');
    for await (const page of items) await deleteAll(table, page);
  }
  await record(RECORDS);
  const perWallet = async () => Promise.all(WALLETS.map((walletId) => transactions.count(organisation, { walletId })));
  expect(await perWallet()).toEqual([51, 50, 50]);
  const { repaired } = await recountList(deps, transactionList, organisation);
  expect(repaired).toBe(RECORDS);
  const last = await record(RECORDS + 1);
  for (const wallet of WALLETS) await compactPartition(deps, partition(organisation, wallet));
  await compactPartition(deps, partition(organisation));
  expect(await perWallet()).toEqual([51, 51, 50]);
  expect(await transactions.count(organisation, {})).toBe(RECORDS + 2);
  expect(await hasDrifted(deps, transactionList, organisation, last)).toBe(false);
  // An entry that only the list of its wallet lacks is seen, too.
  for await (const items of walkPrefix(table, partition(organisation, WALLETS[1]), '')) await deleteAll(table, items);
  expect(await hasDrifted(deps, transactionList, organisation, last)).toBe(true);
});
