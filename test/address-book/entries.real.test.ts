import { beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { CreateAddressList } from '../../lib/address-book/address-list-schema.ts';
import { addressLists } from '../../lib/address-book/address-lists.ts';
import { createEntries } from '../../lib/address-book/bulk-entries.ts';
import { bookRepo } from '../../lib/address-book/repo.ts';
import { BookQuery, CreateBookEntry } from '../../lib/address-book/schema.ts';
import { ifRulesVersion } from '../../lib/organisations/rules-version.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { getItem } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { evmAddress, solanaAddress, xrpAddress } from '../api/samples.ts';
import { settled } from '../support/concurrent.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { makeTable } from '../support/table.ts';

let deps: TestDeps;
let organisation: OrganisationId;
beforeEach(async () => {
  deps = testDeps(await makeTable());
  organisation = OrganisationId.parse(deps.newId());
  await write(deps.table, { put: { ...keys.organisation(organisation) } });
});

const book = () => bookRepo(deps);
const lists = () => addressLists({ ...deps, jobs: { start: async () => {} } });
const makeList = (name: string) => lists().create(organisation, CreateAddressList.parse({ name, purpose: 'info' }));
const entry = (more: object = {}) => CreateBookEntry.parse({ address: evmAddress(), label: 'Partner', ...more });
const page = (query: object = {}) => book().list(organisation, BookQuery.parse(query));
const labels = async (query: object = {}) => (await page(query)).data.map(({ label }) => label);
const Counted = z.object({ bookCount: z.int().default(0) });
const counted = async () => (await getItem(deps.table, keys.organisation(organisation), Counted))?.bookCount;
const setLimit = (limit: number) =>
  write(deps.table, { update: keys.organisation(organisation), set: { limit_addressBook: limit } });

describe('An address book', () => {
  it('has the addresses of every family in their canonical form, and finds the family', async () => {
    const [evm, solana, xrp] = [evmAddress(), solanaAddress(), xrpAddress()];
    const made = [];
    for (const address of [evm.toLowerCase(), solana, xrp])
      made.push(await book().create(organisation, entry({ address })));
    expect(made.map(({ address, family }) => [address, family])).toEqual([
      [evm, 'evm'],
      [solana, 'solana'],
      [xrp, 'xrp'],
    ]);
    expect((await page({ family: 'solana' })).data.map(({ address }) => address)).toEqual([solana]);
  });

  it('has one entry for an address when many requests add the address in different spellings', async () => {
    const address = evmAddress();
    const { fulfilled, rejected } = await settled(8, (n) =>
      book().create(organisation, entry({ address: n % 2 === 0 ? address : address.toLowerCase() })),
    );
    expect(fulfilled).toHaveLength(1);
    expect(rejected).toEqual(Array(7).fill(expect.objectContaining({ code: 'conflict' })));
    expect([await counted(), (await page()).meta.total]).toEqual([1, 1]);
  });

  it('never has more entries than its limit, with single requests and bulks at the same time', async () => {
    await setLimit(10);
    await settled(6, async (n) => {
      if (n % 2 === 0) await createEntries(deps, organisation, [entry(), entry(), entry()]);
      else
        await book()
          .create(organisation, entry())
          .catch(({ code }) => expect(code).toBe('conflict'));
    });
    const rest = await createEntries(
      deps,
      organisation,
      Array.from({ length: 10 }, () => entry()),
    );
    expect([await counted(), (await page()).meta.total]).toEqual([10, 10]);
    expect(rest.failed.every(({ code }) => code === 'conflict')).toBe(true);
    await book().remove(organisation, (await page()).data[0]?.id ?? '');
    await book().create(organisation, entry());
    expect(await counted()).toBe(10);
  });

  it('counts, filters and searches: words of labels, beginnings of addresses, whole addresses, lists', async () => {
    await makeList('exchanges');
    const kraken = await book().create(organisation, entry({ label: 'Kraken hot wallet', lists: ['exchanges'] }));
    deps.advance(1);
    await book().create(organisation, entry({ label: 'Payroll 2026' }));
    expect(await labels()).toEqual(['Payroll 2026', 'Kraken hot wallet']);
    expect(await labels({ list: 'exchanges' })).toEqual(['Kraken hot wallet']);
    for (const q of [
      'KRAK',
      'wall hot',
      kraken.address.slice(0, 12),
      kraken.address,
      kraken.address.toUpperCase().replace('0X', '0x'),
    ]) {
      expect(await labels({ q })).toEqual(['Kraken hot wallet']);
    }
    expect(await labels({ q: 'raken' })).toEqual([]);
    expect(await labels({ q: kraken.address, family: 'xrp' })).toEqual([]);
    expect((await page({ pageSize: '1' })).meta).toMatchObject({ total: 2, next: expect.any(String) });
  });

  it('counts the entries of each list as entries come, change and go', async () => {
    const [one, two] = [await makeList('one'), await makeList('two')];
    const entriesOf = async () =>
      Promise.all([one, two].map(async ({ id }) => (await lists().get(organisation, id)).entries));
    const made = await book().create(organisation, entry({ lists: ['one', 'one'] }));
    await createEntries(deps, organisation, [entry({ lists: ['one', 'two'] }), entry({ lists: ['two'] })]);
    expect(await entriesOf()).toEqual([2, 2]);
    await book().update(organisation, made.id, { lists: ['two'] });
    expect(await entriesOf()).toEqual([1, 3]);
    await book().remove(organisation, made.id);
    expect(await entriesOf()).toEqual([1, 2]);
    await expect(lists().remove(organisation, one.id, ifRulesVersion(0))).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refuses a list that the organisation does not have, and names its place', async () => {
    await makeList('known');
    const refused = { code: 'validation_failed', errors: [{ path: 'lists.1' }] };
    const made = await book().create(organisation, entry());
    const named = { lists: ['known', 'unknown'] };
    await expect(book().create(organisation, entry(named))).rejects.toMatchObject(refused);
    await expect(book().update(organisation, made.id, named)).rejects.toMatchObject(refused);
    const bulk = await createEntries(deps, organisation, [entry(named), entry()]);
    expect(bulk).toMatchObject({ created: [{}], failed: [{ index: 0, ...refused }] });
  });

  it('keeps an entry that another request changed after the read', async () => {
    const made = await book().create(organisation, entry());
    deps.advance(1);
    const { fulfilled } = await settled(4, (n) => book().update(organisation, made.id, { label: `Label ${n}` }));
    expect(fulfilled).toHaveLength(1);
    expect((await labels()).length).toBe(1);
    await book().remove(organisation, made.id);
    await expect(book().get(organisation, made.id)).rejects.toMatchObject({ code: 'not_found' });
    expect([await counted(), (await page()).meta.total]).toEqual([0, 0]);
  });
});

describe('A bulk of entries', () => {
  it('adds 100 rows, and finds all of them when it is repeated', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => ({ address: evmAddress(), label: `Partner ${n}` }));
    const { created, ...none } = await createEntries(deps, organisation, rows);
    expect(created.map(({ address }) => address)).toEqual(rows.map(({ address }) => address));
    expect(none).toEqual({ existing: [], failed: [] });
    deps.advance(1);
    const again = rows.map((row, n) => (n === 3 ? { ...row, label: 'Other' } : row));
    const { existing, ...rest } = await createEntries(deps, organisation, again);
    expect(rest).toEqual({ created: [], failed: [] });
    expect(existing).toEqual(created.map(({ id }, index) => ({ index, id, differs: index === 3 ? ['label'] : [] })));
    expect([await counted(), (await page()).meta.total]).toEqual([100, 100]);
  });

  it('leaves out bad rows with their errors, and takes the first of two rows with an address', async () => {
    const address = evmAddress();
    const rows = [{ address, label: 'First' }, null, { address: 'nobody', label: '' }, { address, label: 'Second' }];
    const { created, existing, failed } = await createEntries(deps, organisation, rows);
    expect(created.map(({ label }) => label)).toEqual(['First']);
    expect(existing).toEqual([{ index: 3, id: created[0]?.id, differs: ['label'] }]);
    expect(failed.map(({ index, errors }) => [index, errors.map(({ path }) => path).sort()])).toEqual([
      [1, ['']],
      [2, ['address', 'label']],
    ]);
  });

  /*
   * The entries of a request need two transactions. The request dies before the second, somebody deletes the first
   * entry, and the request is repeated with its time and its ids. The change of the list that the repetition writes
   * must not replace the change of the first run.
   */
  it.each([false, true])(
    'is listed as a whole when it died between its transactions: deleted %s',
    async (isDeleted) => {
      const rows = Array.from({ length: 100 }, () => ({ address: evmAddress(), label: 'Partner' }));
      const at = deps.now();
      const made = Array.from({ length: 10 }, () => deps.newId());
      const { table } = deps;
      const run = (most: number) => {
        let [sent, ids] = [0, 0];
        const client = Object.create(table.client, {
          send: {
            value: (command: object) => {
              if (command.constructor.name === 'TransactWriteCommand' && sent++ >= most)
                throw new Error('the run dies');
              return Reflect.apply(table.client.send, table.client, [command]);
            },
          },
        });
        const own = { now: () => at, newId: () => made[ids++] ?? deps.newId(), table: { ...table, client } };
        return createEntries(own, organisation, rows);
      };
      await expect(run(1)).rejects.toThrow('the run dies');
      deps.advance(1);
      const [first] = (await page({ q: rows[0]?.address })).data;
      if (isDeleted) await book().remove(organisation, first?.id ?? '');
      const { created, existing, failed } = await run(Number.POSITIVE_INFINITY);
      expect([created.length, existing, failed]).toEqual([100, [], []]);
      expect([await counted(), (await page()).meta.total]).toEqual([100, 100]);
    },
  );
});
