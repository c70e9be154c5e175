import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newRecount, recountWork } from '../../lib/operation/lists/recount-job.ts';
import { compactList } from '../../lib/platform/lists/index.ts';
import type { Page } from '../../lib/platform/page.ts';
import { listPartition } from '../../lib/platform/table/counted-list-keys.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { matchKeys } from '../../lib/platform/table/match-keys.ts';
import { withReadMeter } from '../../lib/platform/table/metered-reads.ts';
import { walkPrefix } from '../../lib/platform/table/walk.ts';
import { write } from '../../lib/platform/table/write.ts';
import { deleteAll } from '../../lib/platform/table/write-all.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { createWallets } from '../../lib/wallets/bulk-creation.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import type { StoredWallet, WalletQuery } from '../../lib/wallets/schema.ts';
import { walletList } from '../../lib/wallets/wallet-list.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import { evmAddress, xrpAddress } from '../api/samples.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { runs } from '../support/sample.ts';
import { makeTable } from '../support/table.ts';

type Filters = Omit<Partial<WalletQuery>, 'page' | 'pageSize' | 'cursor'>;

const TYPES = ['hot', 'Cold', 'deposit'];
const TAGS = ['deposit', 'eu', 'us', 'VIP customer', '充值'];
const OWNERS = ['apply', 'deposits.yaml'];
const CHAINS: WalletQuery['chain'][] = ['ethereum', 'base', 'polygon', 'xrp'];
/** A page of a list may cost so much. */
const MOST_UNITS = 60;

let deps: TestDeps;
let organisation: OrganisationId;
/** The wallets as a plain array, newest first. */
let model: StoredWallet[] = [];
let throttledIds: string[];

const some = <T>(values: readonly T[], n: number): T[] => values.filter((_, place) => (n >> place) % 2 === 1);

const rowOf = (n: number) => {
  const isXrp = n % 9 === 0;
  const on = some(['ethereum', 'base', 'polygon'], (n % 7) + 1);
  return {
    label: `${n % 2 === 0 ? 'Customer' : 'Treasury'} No. ${n}`,
    address: isXrp ? xrpAddress() : evmAddress(),
    chains: isXrp ? ['xrp'] : on.length === 0 ? ['base'] : on,
    type: TYPES[n % TYPES.length],
    tags: some(TAGS, n % 13),
    externalId: n % 3 === 0 ? `customer/${n}` : null,
    watch: n % 5 !== 0,
    managedBy: OWNERS[n % 4] ?? null,
  };
};

const newest = (wallets: readonly StoredWallet[]) =>
  wallets.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id));

/** Whether a filter finds a wallet, in the plainest words. */
function isFound(wallet: StoredWallet, filters: Filters): boolean {
  const { type, tag, chain, watch, externalId, managedBy, status, q } = filters;
  const words = wallet.label.toLowerCase().split(/[^a-z0-9]+/);
  return (
    (type === undefined || wallet.type.toLowerCase() === type.toLowerCase()) &&
    (tag === undefined || wallet.tags.includes(tag)) &&
    (chain === undefined || wallet.chains.includes(chain)) &&
    (watch === undefined || String(wallet.watch) === watch) &&
    (externalId === undefined || wallet.externalId === externalId) &&
    (managedBy === undefined || wallet.managedBy === managedBy) &&
    (status === undefined || throttledIds.includes(wallet.id) === (status === 'throttled')) &&
    (q === undefined ||
      wallet.address.toLowerCase().startsWith(q.toLowerCase()) ||
      q
        .toLowerCase()
        .split(' ')
        .every((word) => words.some((each) => each.startsWith(word))))
  );
}

/** A page, which costs at most the units of a page. */
async function page(
  filters: Filters,
  request: { page?: number; pageSize?: number; cursor?: string } = {},
  own: TestDeps = deps,
) {
  let units = 0;
  const meter = async (more: number) => {
    units += more;
  };
  const found = await withReadMeter(meter, () =>
    walletListing(own).list(organisation, { pageSize: 25, ...filters, ...request }),
  );
  // A filter by status reads each throttled wallet.
  const allowed = MOST_UNITS + (filters.status === undefined ? 0 : throttledIds.length);
  expect(units).toBeLessThanOrEqual(allowed);
  return found;
}

const filters = fc.record(
  {
    type: fc.constantFrom(...TYPES, 'DEPOSIT', 'none'),
    tag: fc.constantFrom(...TAGS, 'none'),
    chain: fc.constantFrom(...CHAINS),
    watch: fc.constantFrom('true' as const, 'false' as const),
    status: fc.constantFrom('active' as const, 'throttled' as const),
    q: fc.constantFrom('customer', 'TREAS no', 'no 1', '0x1', '0xA', 'r', 'nobody'),
    externalId: fc.constantFrom('customer/3', 'customer/9', 'customer/4'),
    managedBy: fc.constantFrom(...OWNERS, 'nobody'),
  },
  { requiredKeys: [] },
);
/** A filter of few conditions, which finds something. */
const asked = fc.tuple(filters, fc.integer({ min: 0, max: 255 })).map(([all, keep]): Filters => {
  const entries = Object.entries(all).filter(([name], n) =>
    name === 'externalId' ? keep % 16 === 0 : (keep >> n) % 3 === 0,
  );
  return Object.fromEntries(entries);
});

async function expectLikeModel(given: Filters): Promise<void> {
  const wanted = model.filter((wallet) => isFound(wallet, given)).map(({ id }) => id);
  const first: Page<StoredWallet> = await page(given);
  expect([given, first.meta.total]).toEqual([given, wanted.length]);
  const ids = first.data.map(({ id }) => id);
  expect(ids).toEqual(wanted.slice(0, 25));
  expect((await page(given, { page: 2, pageSize: 7 })).data.map(({ id }) => id)).toEqual(wanted.slice(7, 14));
  for (let { next } = first.meta; next !== null; ) {
    const { data, meta } = await page(given, { cursor: next });
    ids.push(...data.map(({ id }) => id));
    next = meta.next;
  }
  expect(ids).toEqual(wanted);
}

const checkAll = (numRuns: number) => fc.assert(fc.asyncProperty(asked, expectLikeModel), { numRuns });

beforeAll(async () => {
  deps = testDeps(await makeTable());
  organisation = OrganisationId.parse(deps.newId());
  await write(deps.table, { put: { ...keys.organisation(organisation), walletCount: 0, walletsListed: true } });
  const changes = walletChanges(deps);
  for (let n = 0; n < 300; n += 100) {
    const rows = Array.from({ length: 100 }, (_, place) => rowOf(n + place));
    const { created, failed, existing } = await createWallets(deps, organisation, rows);
    expect([created.length, existing, failed]).toEqual([100, [], []]);
    model.push(...created);
    deps.advance(60);
  }
  for (const [n, { id }] of model.entries()) {
    if (n % 10 === 4) await changes.remove(organisation, id);
    if (n % 10 === 7)
      model[n] = await changes.update(organisation, id, {
        ...{ tags: ['eu', 'moved'], type: 'COLD', label: 'Customer new' },
        managedBy: n % 20 === 7 ? null : 'apply',
      });
    if (n % 30 === 8) model[n] = await changes.update(organisation, id, { watch: n % 60 === 8, color: '#000000' });
  }
  model = newest(model.filter((_, n) => n % 10 !== 4));
  throttledIds = model.filter((_, n) => n % 40 === 3).map(({ id }) => id);
  const at = deps.now().toISOString();
  const wallets = Object.fromEntries(throttledIds.map((id) => [id, at]));
  const throttling = { chain: 'ethereum', since: at, exceededAt: at, wallets };
  await write(deps.table, { put: { ...matchKeys.throttled(organisation, 'ethereum'), ...throttling } });
}, 120_000);

describe('The list of wallets', () => {
  it('finds by any filters what a look at each wallet finds, for few read units', async () => {
    await checkAll(runs(15, 300));
  });

  it('finds the same when the list is compacted', async () => {
    await compactList(deps, walletList, organisation, { until: new Date(deps.now().getTime() + 60_000) });
    await checkAll(runs(25, 300));
  });

  it('shows 100 wallets a page for at most 60 read units, also in a process that remembers nothing', async () => {
    const wanted: Filters[] = [
      {},
      { type: 'hot' },
      { tag: 'eu' },
      { chain: 'base', watch: 'true' },
      { managedBy: 'apply' },
      { externalId: 'customer/3' },
      { q: 'customer' },
      { q: 'TREAS no' },
    ];
    for (const each of wanted) {
      const { table } = deps;
      const found = await page(each, { pageSize: 100 }, { ...deps, table: { ...table } });
      expect(found.data.length).toBeGreaterThan(0);
    }
  });

  it('finds a whole address at once, in any case, whatever the other filters leave', async () => {
    const oldest = model.findLast(({ address }) => address.startsWith('0x'));
    const { data, meta } = await page({ q: oldest?.address.toLowerCase() ?? '' });
    expect([data.map(({ id }) => id), meta]).toMatchObject([[oldest?.id], { total: 1, next: null }]);
    expect(meta).not.toHaveProperty('totalIsExact');
    expect((await page({ q: oldest?.address ?? '', type: 'none' })).data).toEqual([]);
    const another = model.find(({ externalId }) => externalId !== null && externalId !== oldest?.externalId);
    const both = { q: oldest?.address ?? '', externalId: another?.externalId ?? '' };
    expect((await page(both)).data).toEqual([]);
  });

  it('names the types and tags that wallets have together, of those that somebody asks for', async () => {
    const kinds = await walletListing(deps).kinds(organisation, { types: ['hot', 'cold'], tags: ['moved', 'us'] });
    const wanted = model.map(({ type, tags }) => {
      const named = ['hot', 'cold'].includes(type.toLowerCase()) ? type.toLowerCase() : '';
      return JSON.stringify([named, tags.filter((tag) => tag === 'moved' || tag === 'us').sort()]);
    });
    const found = kinds.map(({ type, tags }) => JSON.stringify([type, tags.toSorted()]));
    expect([...new Set(found)].sort()).toEqual([...new Set(wanted)].sort());
  });
});

/** Makes the organisation what an earlier version left: wallets without a list. */
async function withoutList(): Promise<void> {
  await write(deps.table, { update: keys.organisation(organisation), remove: ['walletsListed'] });
  for await (const items of walkPrefix(deps.table, listPartition(organisation, 'WALLET'), '')) {
    await deleteAll(deps.table, items);
  }
}

describe('The wallets of an earlier version', () => {
  it('are found without the list, and in the list after a recount beside changes', async () => {
    await withoutList();
    const all = () => walletListing(deps).list(organisation, { pageSize: 100 });
    expect((await all()).meta.total).toBe(model.length);
    const [first, second] = model;
    await walletChanges(deps).update(organisation, first?.id ?? '', { label: 'Customer changed' });
    await walletChanges(deps).remove(organisation, second?.id ?? '');
    model = model
      .filter((_, n) => n !== 1)
      .map((wallet, n) => (n === 0 ? { ...wallet, label: 'Customer changed' } : wallet));
    expect((await all()).meta.total).toBe(model.length);
    let job = { ...newRecount(deps), list: 'WALLET' };
    for (;;) {
      const step = await recountWork(deps, 100).step(organisation, job, deps.now());
      if (!('store' in step)) break;
      job = { ...job, ...step.store };
    }
    await checkAll(10);
  });
});
