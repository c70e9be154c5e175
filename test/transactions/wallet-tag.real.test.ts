import { beforeAll, describe, expect, it } from '@jest/globals';
import { compactPartition, newLists } from '../../lib/operation/lists/counted-lists.ts';
import { statsOf } from '../../lib/overview/stats.ts';
import { StatsQuery } from '../../lib/overview/stats-schema.ts';
import { recordList } from '../../lib/platform/lists/index.ts';
import { listPartition } from '../../lib/platform/table/counted-list-keys.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { withReadMeter } from '../../lib/platform/table/metered-reads.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { transact, write } from '../../lib/platform/table/write.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { search } from '../../lib/transactions/search.ts';
import { transactionList } from '../../lib/transactions/transaction-list.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { CreateWallet, type StoredWallet } from '../../lib/wallets/schema.ts';
import { walletList } from '../../lib/wallets/wallet-list.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import { evmAddress } from '../api/samples.ts';
import { testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { aStoredTransaction } from '../support/records.ts';
import { makeTable } from '../support/table.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

const DAY = Date.UTC(2026, 2, 1);
const WALLETS = 14;
/** More than a tail keeps. */
const RECORDS = 210;

/** An organisation with wallets, the first two `cold` and all but the last `ours`, and records of them in turn. */
async function organisationWith(isDivided: boolean) {
  const deps = testDeps(table);
  const organisation = OrganisationId.parse(deps.newId());
  await write(table, { put: { ...keys.organisation(organisation), walletCount: 0, walletsListed: true } });
  if (isDivided) await transact(table, { lists: newLists(deps)(organisation) });
  const changes = walletChanges(deps);
  const wallets: StoredWallet[] = [];
  for (let n = 0; n < WALLETS; n++) {
    const tags = [...(n < 2 ? ['cold'] : []), ...(n < WALLETS - 1 ? ['ours'] : [])];
    const input = CreateWallet.parse({ label: `Wallet ${n}`, address: evmAddress(), chains: ['ethereum'], tags });
    wallets.push(await changes.create(organisation, input, { address: input.address, destinationTag: null }));
  }
  const transactions = transactionRepo(deps);
  const records: StoredTransaction[] = [];
  for (let n = 0; n < RECORDS; n++) {
    const record = aStoredTransaction({
      id: deps.newId(),
      hash: `0x${String(n).padStart(64, '0')}`,
      walletId: wallets[n % WALLETS]?.id ?? '',
      chain: n % 3 === 0 ? 'base' : 'ethereum',
      notes: n % 5 === 0 ? 'payroll' : '',
      blockTimestamp: new Date(DAY + n * 1000).toISOString(),
    });
    await transactions.record(organisation, record, { evaluate: false });
    records.unshift(record);
  }
  const compacted = async () => {
    for (const { id } of wallets) await compactPartition(deps, listPartition(organisation, 'TX', id));
    await compactPartition(deps, listPartition(organisation, 'TX'));
  };
  /** The ids of the records of some wallets, newest first. */
  const idsOf = (some: readonly StoredWallet[]) =>
    records.filter(({ walletId }) => some.some(({ id }) => id === walletId)).map(({ id }) => id);
  return { deps, organisation, wallets, changes, transactions, records, compacted, idsOf };
}

type Organisation = Awaited<ReturnType<typeof organisationWith>>;

const idsIn = (records: readonly StoredTransaction[]) => records.map(({ id }) => id);

/** All pages of a tag, one after the other. */
async function pagesOf({ transactions, organisation }: Organisation, walletTag: string) {
  const pages = [];
  let cursor: string | undefined;
  do {
    pages.push(await transactions.page(organisation, { walletTag }, { pageSize: 20, cursor }));
    cursor = pages.at(-1)?.meta.next ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

describe.each([
  ['whose lists are divided by wallet', true],
  ['whose lists an earlier version made', false],
])('Records of the wallets with a tag, in an organisation %s,', (_, isDivided) => {
  it('are listed on pages, counted, walked and searched, before and after compactions', async () => {
    const made = await organisationWith(isDivided);
    const { deps, organisation, wallets, transactions, records, compacted, idsOf } = made;
    for (const compact of [async () => undefined, compacted]) {
      await compact();
      for (const [walletTag, some] of [
        ['cold', wallets.slice(0, 2)],
        ['ours', wallets.slice(0, -1)],
        ['nobody', []],
      ] as const) {
        const wanted = idsOf(some);
        const pages = await pagesOf(made, walletTag);
        expect(idsIn(pages.flatMap(({ data }) => data))).toEqual(wanted);
        expect(pages[0]?.meta).toMatchObject({ total: wanted.length, page: 1 });
        expect(pages[0]?.meta.totalIsExact).toBeUndefined();
        const second = await transactions.page(organisation, { walletTag }, { pageSize: 20, page: 2 });
        expect(idsIn(second.data)).toEqual(wanted.slice(20, 40));
        expect(await transactions.count(organisation, { walletTag, chain: 'base' })).toBe(
          records.filter(({ id, chain }) => wanted.includes(id) && chain === 'base').length,
        );
        const walked: string[] = [];
        const oldest = { walletTag, sort: 'blockTimestamp' };
        for await (const step of transactions.walk(organisation, oldest, { step: 7 }))
          walked.push(...idsIn(step.records));
        expect(walked).toEqual(wanted.toReversed());
        const searched = { transactions, wallets: walletRepo(deps) };
        const found = await search(searched, organisation, { walletTag, q: 'payroll' }, { pageSize: 100 });
        expect(idsIn(found.data)).toEqual(
          idsIn(records.filter(({ id, notes }) => wanted.includes(id) && notes !== '')),
        );
        const query = StatsQuery.parse({ walletTag, from: '2026-03-01', to: '2026-03-01' });
        const { buckets, recipients } = await statsOf(deps, organisation, query);
        const counts = Object.values(buckets[0]?.transactions ?? {}).reduce((sum, n) => sum + n, 0);
        expect([counts, buckets[0]?.deliveries, recipients]).toEqual([wanted.length, null, []]);
      }
    }
  });

  it('follow the tags as they are now, and a deleted wallet has none', async () => {
    const { organisation, wallets, changes, transactions, idsOf } = await organisationWith(isDivided);
    const [first, second, third] = wallets;
    if (first === undefined || second === undefined || third === undefined) throw new Error('there are wallets');
    const listed = async (filters: object) =>
      idsIn((await transactions.page(organisation, { walletTag: 'cold', ...filters }, { pageSize: 100 })).data);
    expect(await listed({ walletId: first.id })).toEqual(idsOf([first]));
    expect(await listed({ walletId: third.id })).toEqual([]);
    await changes.update(organisation, third.id, { tags: ['cold'] });
    await changes.update(organisation, second.id, { tags: [] });
    expect(await listed({})).toEqual(idsOf([first, third]));
    await changes.remove(organisation, first.id);
    expect(await listed({})).toEqual(idsOf([third]));
    expect(await listed({ walletId: first.id })).toEqual([]);
    expect(await listed({ walletId: third.id })).toEqual(idsOf([third]));
  });
});

describe('A tag', () => {
  it('of at most 1,000 wallets is listed by their ids, without the wallets', async () => {
    const { deps, organisation } = await organisationWith(true);
    const wallet = (n: number) => {
      const id = deps.newId();
      const createdAt = new Date(DAY + n).toISOString();
      const input = CreateWallet.parse({ label: `Deposit ${n}`, address: evmAddress(), chains: ['ethereum'] });
      const kept = { color: '#000000', destinationTag: null, externalId: null, managedBy: null, deletedAt: null };
      return { ...input, ...kept, id, tags: ['deposit'], createdAt, updatedAt: createdAt };
    };
    const list = recordList(deps, walletList);
    const add = async (from: number, to: number) => {
      for (let n = from; n < to; n += 100) {
        const some = Array.from({ length: Math.min(100, to - n) }, (_, i) => ({ before: null, after: wallet(n + i) }));
        await transact(table, { lists: list.changes(organisation, some) });
      }
      await compactPartition(deps, listPartition(organisation, 'WALLET'));
    };
    await add(0, 1_000);
    const [walletId = ''] = await walletListing(deps).tagged(organisation, 'deposit', 1);
    let units = 0;
    const cold = transactionRepo({ ...deps, table: openTable(table.name, table.client) });
    const page = () => cold.page(organisation, { walletTag: 'deposit' }, { pageSize: 25 });
    const meter = async (read: number) => {
      units += read;
    };
    expect((await withReadMeter(meter, page)).meta).toMatchObject({ total: 0, searched: RECORDS, next: null });
    expect(units).toBeLessThan(60);

    // Of many wallets, a page looks through 1,500 entries. Here are entries alone, without their records.
    const entries = recordList(deps, transactionList);
    for (let n = 0; n < 1_500; n += 100) {
      const some = Array.from({ length: 100 }, (_, i) => {
        const at = new Date(DAY + 86_400_000 + (n + i) * 1000).toISOString();
        return { before: null, after: aStoredTransaction({ id: deps.newId(), walletId, blockTimestamp: at }) };
      });
      await transact(table, { lists: entries.changes(organisation, some) });
    }
    const first = await page();
    expect(first.meta).toMatchObject({ total: 1_500, searched: 1_500, totalIsExact: false });
    const filters = { walletTag: 'deposit' };
    const rest = { pageSize: 100, cursor: first.meta.next ?? undefined };
    expect((await cold.page(organisation, filters, rest)).meta).toMatchObject({ searched: 1_500, totalIsExact: false });
    const end = await cold.page(organisation, { ...filters, to: new Date(DAY).toISOString() }, { pageSize: 25 });
    expect(end.meta).toEqual({ total: 0, page: 1, pageSize: 25, next: null, searched: 1 });
  });
});
