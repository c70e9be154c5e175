import { beforeEach, describe, expect, it } from '@jest/globals';
import { classicAddressToXAddress } from 'xrpl';
import * as z from 'zod';
import { keys } from '../../lib/platform/table/keys.ts';
import { getItem, type Table } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { createWallets } from '../../lib/wallets/bulk-creation.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import { watchedAmong } from '../../lib/wallets/watched-addresses.ts';
import { evmAddress, walletBody, xrpAddress } from '../api/samples.ts';
import { settled } from '../support/concurrent.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { makeTable } from '../support/table.ts';

let deps: TestDeps;
let table: Table;
let organisation: OrganisationId;
beforeEach(async () => {
  table = await makeTable();
  deps = testDeps(table);
  organisation = OrganisationId.parse(deps.newId());
  await write(table, { put: { ...keys.organisation(organisation), walletCount: 0, walletsListed: true } });
});

const Counted = z.object({ walletCount: z.int() });
const counted = async () => (await getItem(table, keys.organisation(organisation), Counted))?.walletCount;
const total = async () => (await walletListing(deps).list(organisation, { pageSize: 1 })).meta.total;
const rowsOf = (count: number, more: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => walletBody({ label: `Customer ${n}`, ...more(n) }));

describe('A bulk of wallets', () => {
  it('is created in the order of its rows, is watched, listed and counted', async () => {
    const rows = rowsOf(100, (n) => ({ externalId: `customer ${n}`, tags: ['deposit'] }));
    const { created, existing, failed } = await createWallets(deps, organisation, rows);
    expect(created.map(({ address }) => address)).toEqual(rows.map(({ address }) => address));
    expect([existing, failed, await counted(), await total()]).toEqual([[], [], 100, 100]);
    const forms = rows.map(({ address }) => address.toLowerCase());
    expect((await watchedAmong(table, 'ethereum', forms)).size).toBe(100);
    const { data } = await walletListing(deps).list(organisation, { pageSize: 100 });
    expect(data.map(({ id }) => id)).toEqual(created.map(({ id }) => id).reverse());
  });

  it('finds all of its wallets when it is repeated, and says what the rows state otherwise', async () => {
    const [first = walletBody(), ...others] = rowsOf(20, (n) => ({ tags: [`${n}`], color: '#00aa00' }));
    const { created } = await createWallets(deps, organisation, [first, ...others]);
    const again = [{ ...first, label: 'Other', type: 'cold', tags: ['0'] }, ...others];
    const { existing, ...rest } = await createWallets(deps, organisation, again);
    expect(rest).toEqual({ created: [], failed: [] });
    expect(existing).toEqual(
      created.map(({ id }, index) => ({ index, id, differs: index === 0 ? ['label', 'type'] : [] })),
    );
    const onMore = { ...first, chains: ['base', 'ethereum'] };
    expect((await createWallets(deps, organisation, [onMore])).existing[0]?.differs).toEqual(['chains']);
    expect([await counted(), await total()]).toEqual([20, 20]);
  });

  it('leaves out bad rows, each with its errors, and creates the others', async () => {
    const rows = [
      walletBody(),
      null,
      walletBody({ address: 'nobody', label: '' }),
      walletBody({ chains: ['ethereum', 'solana'] }),
      walletBody({ surprise: 1, tags: Array(11).fill('x') }),
      'text',
      walletBody(),
    ];
    const { created, failed } = await createWallets(deps, organisation, rows);
    expect(created.map(({ address }) => address)).toEqual(
      [rows[0], rows[6]].map((row) => z.object({ address: z.string() }).parse(row).address),
    );
    const paths = failed.map(({ index, code, errors }) => [index, code, errors.map(({ path }) => path).sort()]);
    expect(paths).toEqual([
      [1, 'validation_failed', ['']],
      [2, 'validation_failed', ['address', 'label']],
      [3, 'validation_failed', ['chains']],
      [4, 'validation_failed', ['surprise', 'tags']],
      [5, 'validation_failed', ['']],
    ]);
  });

  it('takes a row for the wallet of a row before it, and refuses a second row with an external id', async () => {
    const address = evmAddress();
    const rows = [
      walletBody({ address, externalId: 'a' }),
      walletBody({ address: address.toLowerCase(), label: 'Again' }),
      walletBody({ externalId: 'a' }),
      walletBody({ address, chains: ['base'] }),
    ];
    const { created, existing, failed } = await createWallets(deps, organisation, rows);
    expect(created.map(({ chains }) => chains)).toEqual([['ethereum'], ['base']]);
    expect(existing).toEqual([{ index: 1, id: created[0]?.id, differs: ['label'] }]);
    expect(failed).toEqual([
      { index: 2, code: 'conflict', errors: [{ path: 'externalId', message: 'belongs to another wallet' }] },
    ]);
  });

  it('makes a wallet for each tag of an account', async () => {
    const classic = xrpAddress();
    const xAddress = (tag: number | false) => classicAddressToXAddress(classic, tag, false);
    const rows = [1, 2, false, 1].map((tag) =>
      walletBody({ address: xAddress(tag as number | false), chains: ['xrp'] }),
    );
    const { created, existing } = await createWallets(deps, organisation, rows);
    expect(created.map(({ destinationTag }) => destinationTag)).toEqual([1, 2, null]);
    expect(existing).toEqual([{ index: 3, id: created[0]?.id, differs: [] }]);
  });

  it('fills an organisation up to its limit and fails the rows beyond', async () => {
    const rows = rowsOf(30);
    const { created, failed } = await createWallets(deps, organisation, rows, 20);
    expect(created).toHaveLength(20);
    expect(failed.map(({ index, code }) => [index, code])).toEqual(
      Array.from({ length: 10 }, (_, n) => [20 + n, 'conflict']),
    );
    expect(failed[0]?.errors).toEqual([{ path: '', message: 'an organisation can have 20 wallets' }]);
    await write(table, { update: keys.organisation(organisation), set: { limit_wallets: 25 } });
    expect((await createWallets(deps, organisation, rows, 20)).created).toHaveLength(5);
    expect(await counted()).toBe(25);
  });

  it('keeps the limit and makes each wallet once when many bulks overlap', async () => {
    const shared = rowsOf(40, (n) => ({ externalId: n % 4 === 0 ? `customer ${n}` : null }));
    const { fulfilled, rejected } = await settled(6, (n) =>
      createWallets(deps, organisation, [...shared.slice(n * 3), ...rowsOf(15), ...shared.slice(0, n * 3)], 100),
    );
    expect(rejected).toEqual([]);
    const ids = fulfilled.flatMap(({ created }) => created.map(({ id }) => id));
    expect([new Set(ids).size, await counted(), await total()]).toEqual([100, 100, 100]);
    const made = new Set(fulfilled.flatMap(({ created }) => created.map(({ address }) => address)));
    const missing = shared.filter(({ address }) => !made.has(address));
    for (const { existing, failed } of fulfilled) {
      // Every row is created, found or beyond the limit.
      expect(failed.filter(({ errors }) => errors[0]?.path !== '')).toEqual([]);
      expect(existing.every(({ differs }) => differs.length === 0)).toBe(true);
    }
    expect(missing).toEqual([]);
  });

  it('counts the wallets of an organisation that nobody has counted', async () => {
    await createWallets(deps, organisation, rowsOf(3));
    await write(table, { update: keys.organisation(organisation), remove: ['walletCount'] });
    await createWallets(deps, organisation, rowsOf(2));
    expect(await counted()).toBe(5);
  });
});

describe('A repeated bulk with an idempotency key', () => {
  /** A run of the request, which dies after some transactions. */
  function run(ids: readonly string[], isDone: boolean, dies = Number.POSITIVE_INFINITY) {
    let made = 0;
    let sent = 0;
    const done = { pk: 'REQUEST', sk: 'REQUEST' };
    const client = Object.create(table.client, {
      send: {
        value: (command: object) => {
          if (command.constructor.name === 'TransactWriteCommand' && sent++ >= dies) throw new Error('the run dies');
          return Reflect.apply(table.client.send, table.client, [command]);
        },
      },
    });
    const running = {
      ...deps,
      newId: () => ids[made++] ?? deps.newId(),
      table: { ...table, client, creation: { isDone, done: async () => ({ put: done }) } },
    };
    return {
      outcome: (rows: readonly unknown[]) => createWallets(running, organisation, rows),
      transactions: () => sent,
    };
  }

  it('answers as the first run would have, wherever that run died', async () => {
    const rowsOfRun = (dies: number) => rowsOf(50, (n) => ({ externalId: `customer ${dies} ${n}` }));
    const whole = run([], false);
    await whole.outcome(rowsOfRun(-1));
    const transactions = whole.transactions();
    expect(transactions).toBeGreaterThan(3);
    for (let dies = 0; dies < transactions; dies++) {
      const rows = rowsOfRun(dies);
      const ids = rows.map(() => deps.newId());
      await expect(run(ids, false, dies).outcome(rows)).rejects.toThrow('the run dies');
      const { created, existing, failed } = await run(ids, dies > 0).outcome(rows);
      expect(created.map(({ id }) => id)).toEqual(ids);
      expect([existing, failed]).toEqual([[], []]);
      expect([await counted(), await total()]).toEqual([50 * (dies + 2), 50 * (dies + 2)]);
    }
  });
});

it('A wallet that is changed twice at one instant keeps its place in the list', async () => {
  const { created } = await createWallets(deps, organisation, rowsOf(1));
  const id = created[0]?.id ?? '';
  const { update } = walletChanges(deps);
  await update(organisation, id, { type: 'cold' });
  const { updatedAt } = await update(organisation, id, { type: 'warm' });
  expect(updatedAt > deps.now().toISOString()).toBe(true);
  const found = async (type: string) =>
    (await walletListing(deps).list(organisation, { type, pageSize: 1 })).meta.total;
  expect([await found('hot'), await found('cold'), await found('warm')]).toEqual([0, 0, 1]);
});
