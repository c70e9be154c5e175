import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compactPartition, newLists } from '../../lib/operation/lists/counted-lists.ts';
import { recordList } from '../../lib/platform/lists/index.ts';
import { listPartition } from '../../lib/platform/table/counted-list-keys.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { withReadMeter } from '../../lib/platform/table/metered-reads.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { transact, write } from '../../lib/platform/table/write.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { search } from '../../lib/transactions/search.ts';
import type { TransactionFilters } from '../../lib/transactions/transaction-query.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { CreateWallet, type StoredWallet } from '../../lib/wallets/schema.ts';
import { walletList } from '../../lib/wallets/wallet-list.ts';
import { evmAddress } from '../api/samples.ts';
import { testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { aStoredTransaction } from '../support/records.ts';
import { runs } from '../support/sample.ts';
import { makeTable } from '../support/table.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

const DAY = Date.UTC(2026, 2, 1);

/** An organisation in which 1,001 wallets without a record carry the tag `deposit`. */
async function organisationWithTag() {
  const deps = testDeps(table);
  const organisation = OrganisationId.parse(deps.newId());
  await write(table, { put: { ...keys.organisation(organisation), walletCount: 0, walletsListed: true } });
  await transact(table, { lists: newLists(deps)(organisation) });
  const list = recordList(deps, walletList);
  const wallet = (n: number, tags: readonly string[]): StoredWallet => {
    const createdAt = new Date(DAY + n).toISOString();
    const input = CreateWallet.parse({ label: `Deposit ${n}`, address: evmAddress(), chains: ['ethereum'] });
    const kept = { color: '#000000', destinationTag: null, externalId: null, managedBy: null, deletedAt: null };
    return { ...input, ...kept, tags: [...tags], id: deps.newId(), createdAt, updatedAt: createdAt };
  };
  /** Adds wallets to the list, and their items if they are to be read. */
  async function add(count: number, tags: readonly string[], areRead: boolean): Promise<StoredWallet[]> {
    const wallets = Array.from({ length: count }, (_, n) => wallet(n, tags));
    for (let n = 0; n < count; n += 50) {
      const some = wallets.slice(n, n + 50);
      const items = areRead ? some.map((each) => ({ put: { ...keys.wallet(organisation, each.id), ...each } })) : [];
      const lists = list.changes(
        organisation,
        some.map((after) => ({ before: null, after })),
      );
      await transact(table, { items, lists });
    }
    return wallets;
  }
  await add(1_001, ['deposit'], false);
  await compactPartition(deps, listPartition(organisation, 'WALLET'));
  const transactions = transactionRepo(deps);
  async function record(more: Partial<StoredTransaction>): Promise<StoredTransaction> {
    const made = aStoredTransaction({ id: deps.newId(), ...more });
    await transactions.record(organisation, made, { evaluate: false });
    return made;
  }
  async function retag(id: string, tags: string[]): Promise<void> {
    const before = (await walletRepo(deps).byId(organisation, [id])).get(id);
    if (before === undefined) throw new Error(`there is no wallet ${id}`);
    const after = { ...before, tags };
    const item = { put: { ...keys.wallet(organisation, id), ...after } };
    await transact(table, { item, lists: list.changes(organisation, [{ before, after }]) });
  }
  return { deps, organisation, add, record, retag, transactions };
}

type Organisation = Awaited<ReturnType<typeof organisationWithTag>>;

const hex = (n: number) => `0x${String(n).padStart(64, '0')}`;
const idsIn = (records: readonly StoredTransaction[]) => records.map(({ id }) => id);
const tagged = { walletTag: 'deposit' };

/** All pages, one after the other. @param between runs before each page after the first. */
async function pagesOf(
  { transactions, organisation }: Organisation,
  filters: TransactionFilters,
  pageSize: number,
  between = async (): Promise<void> => undefined,
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined; ; await between()) {
    const { data, meta } = await transactions.page(organisation, filters, { pageSize, cursor });
    pages.push(idsIn(data));
    expect(data.length).toBeLessThanOrEqual(pageSize);
    if (meta.next === null) return pages;
    cursor = meta.next;
  }
}

describe('Pages of the records of a tag that more than 1,000 wallets carry', () => {
  it('have the records that a plain filter finds, in any order, with other filters, while tags change', async () => {
    const [made, other] = [await organisationWithTag(), await organisationWithTag()];
    const { organisation, add, record, transactions, retag, deps } = made;
    const carriers = await add(6, ['deposit'], true);
    const others = await add(3, [], true);
    const [foreign] = await other.add(1, ['deposit'], true);
    const walletIds = [...carriers, ...others, ...(foreign === undefined ? [] : [foreign])].map(({ id }) => id);
    let hour = 0;
    const rows = fc.array(
      fc.record({ wallet: fc.nat(walletIds.length - 1), chain: fc.constantFrom('base', 'ethereum') }),
      { maxLength: 30 },
    );
    const asked = fc.record({
      chain: fc.option(fc.constantFrom('base' as const, 'ethereum' as const), { nil: undefined }),
      sort: fc.constantFrom('blockTimestamp', '-blockTimestamp'),
      pageSize: fc.integer({ min: 1, max: 7 }),
    });
    const toggles = fc.array(fc.nat(carriers.length + others.length - 1), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, asked, toggles, async (given, { pageSize, ...filters }, toggled) => {
        const begin = DAY + hour++ * 3_600_000;
        const at = (n: number) => new Date(begin + n * 1_000).toISOString();
        const records: StoredTransaction[] = [];
        for (const [n, { wallet, chain }] of given.entries()) {
          const part = { hash: hex(hour * 100 + n), blockTimestamp: at(n), walletId: walletIds[wallet], chain };
          records.push(await record(part));
        }
        const query = { ...tagged, ...filters, from: at(0), to: at(3_599) };
        const carrying = async () => {
          const found = await walletRepo(deps).byId(organisation, walletIds);
          return new Set([...found.values()].filter(({ tags }) => tags.includes('deposit')).map(({ id }) => id));
        };
        /** What a plain filter finds with these wallets. */
        const expected = (ids: ReadonlySet<string>) => {
          const found = records.filter(
            ({ walletId, chain }) => ids.has(walletId) && chain === (filters.chain ?? chain),
          );
          return idsIn(filters.sort === 'blockTimestamp' ? found : found.toReversed());
        };
        const before = await carrying();
        expect((await pagesOf(made, query, pageSize)).flat()).toEqual(expected(before));
        expect(await transactions.count(organisation, query)).toBe(expected(before).length);

        const ever = new Set(before);
        const always = new Set(before);
        const left = [...toggled];
        const pages = await pagesOf(made, query, pageSize, async () => {
          const id = walletIds[left.pop() ?? -1];
          if (id === undefined) return;
          const now = await carrying();
          await retag(id, now.has(id) ? [] : ['deposit']);
          if (now.has(id)) always.delete(id);
          else ever.add(id);
        });
        const shown = pages.flat();
        // Each record at most once, and in the order of the list.
        expect(shown).toEqual(expected(ever).filter((id) => shown.includes(id)));
        expect(expected(always).filter((id) => !shown.includes(id))).toEqual([]);
      }),
      { numRuns: runs(12, 200) },
    );
  });

  it('cost 60 read units where most wallets carry the tag, and at most 400 where few do', async () => {
    const { organisation, add, record, deps } = await organisationWithTag();
    const cold = await add(320, [], true);
    const deposits = await add(60, ['deposit'], true);
    for (const [n, { id }] of [...cold, ...deposits].entries()) {
      await record({ hash: hex(n), walletId: id, blockTimestamp: new Date(DAY + n * 1_000).toISOString() });
    }
    await compactPartition(deps, listPartition(organisation, 'TX'));
    let units = 0;
    const meter = async (read: number) => {
      units += read;
    };
    const transactions = transactionRepo({ ...deps, table: openTable(table.name, table.client) });
    const pageAfter = (cursor?: string) =>
      withReadMeter(meter, () => transactions.page(organisation, tagged, { pageSize: 25, cursor }));
    const first = await pageAfter();
    expect(first.data).toHaveLength(25);
    expect(first.meta).toMatchObject({ total: 25, searched: 25, totalIsExact: false });
    // A new process reads the ids of 1,001 wallets, too.
    expect(units).toBeLessThanOrEqual(66);
    units = 0;
    const second = await pageAfter(first.meta.next ?? '');
    expect(second.meta).toMatchObject({ total: 25, searched: 25 });
    expect(units).toBeLessThanOrEqual(60);
    units = 0;
    const third = await pageAfter(second.meta.next ?? '');
    expect(third.meta).toMatchObject({ total: 10, searched: 300 });
    expect(units).toBeLessThanOrEqual(400);
    const fourth = await pageAfter(third.meta.next ?? '');
    expect(fourth.meta).toMatchObject({ total: 0, searched: 30, next: null, totalIsExact: false });
    const searching = { transactions, wallets: walletRepo(deps) };
    const { data } = await search(searching, organisation, { ...tagged, q: hex(cold.length) }, { pageSize: 25 });
    expect(data).toHaveLength(1);
    const others = await search(searching, organisation, { ...tagged, q: hex(0) }, { pageSize: 25 });
    expect(others.data).toEqual([]);
  });
});
