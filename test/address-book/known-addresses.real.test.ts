import { beforeAll, describe, expect, it } from '@jest/globals';
import { entryIdOf, knownAddresses, listIdOf } from '../../lib/address-book/known-addresses.ts';
import { addressBookKeys } from '../../lib/platform/table/address-book-keys.ts';
import { withReadMeter } from '../../lib/platform/table/metered-reads.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { putAll } from '../../lib/platform/table/write-all.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { organisation, uuid } from '../support/records.ts';
import { makeTable } from '../support/table.ts';

const OTHER = OrganisationId.parse(uuid(60));
const [EXCHANGE, MIXER, STRANGER] = [
  '0x28C6c06298d514Db089934071355E5743bf21d60',
  '0x8589427373D6D84E98730D7795D8f6f8731FDA16',
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
];
const XRP = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';

let table: Table;
beforeAll(async () => {
  table = await makeTable();
  const entry = (address: string, label: string, lists: string[]) => ({
    ...addressBookKeys.entry(organisation, entryIdOf(organisation, address)),
    label,
    lists,
  });
  const sourced = (list: string, address: string) => ({
    ...addressBookKeys.sourced(organisation, listIdOf(organisation, list), address),
  });
  const list = (name: string, entries: number, reserved: number) => ({
    ...addressBookKeys.list(organisation, listIdOf(organisation, name)),
    ...{ name, entries, reserved },
  });
  await putAll(table, [
    list('exchanges', 1, 0),
    list('partners', 1, 0),
    list('sanctioned', 0, 2),
    entry(EXCHANGE, 'Our exchange', ['exchanges', 'partners']),
    entry(XRP, 'XRP desk', []),
    sourced('sanctioned', MIXER.toLowerCase()),
    sourced('sanctioned', XRP),
  ]);
});

describe.each([{ stale: false }, { stale: true }])('knownAddresses with %j', (options) => {
  const ask = (addresses: readonly string[], lists: readonly string[], of = organisation) =>
    knownAddresses(table, options)(of, addresses, { book: true, lists });

  it('tells which addresses the book has, and which of the lists asked for have each address', async () => {
    expect(await ask([EXCHANGE, MIXER, XRP, STRANGER], ['exchanges', 'sanctioned', 'unknown'])).toEqual(
      new Map([
        [EXCHANGE, { isInBook: true, lists: new Set(['exchanges']) }],
        [MIXER, { isInBook: false, lists: new Set(['sanctioned']) }],
        [XRP, { isInBook: true, lists: new Set(['sanctioned']) }],
      ]),
    );
  });

  it('finds an address in any spelling, and answers in the spelling that was asked for', async () => {
    const [lower, upper] = [MIXER.toLowerCase(), `0x${MIXER.slice(2).toUpperCase()}`];
    expect([...(await ask([lower, upper], ['sanctioned'])).keys()]).toEqual([lower, upper]);
  });

  it('tells nothing of lists that nobody asked for, and nothing of another organisation', async () => {
    expect(await ask([MIXER], [])).toEqual(new Map());
    expect(await ask([EXCHANGE, MIXER], ['exchanges', 'sanctioned'], OTHER)).toEqual(new Map());
    expect(await ask([], ['sanctioned'])).toEqual(new Map());
  });
});

it('a stale answer reads only places where the lists asked for have addresses', async () => {
  const unitsOf = async (asked: { readonly book: boolean; readonly lists: readonly string[] }) => {
    const ask = knownAddresses(table, { stale: true });
    await ask(organisation, [STRANGER], asked);
    let units = 0;
    const known = await withReadMeter(
      async (read) => {
        units += read;
      },
      () => ask(organisation, [EXCHANGE], asked),
    );
    return { units, lists: [...(known.get(EXCHANGE)?.lists ?? [])] };
  };
  expect(await unitsOf({ book: false, lists: ['exchanges'] })).toEqual({ units: 0.5, lists: ['exchanges'] });
  expect(await unitsOf({ book: false, lists: ['sanctioned'] })).toEqual({ units: 0.5, lists: [] });
  expect(await unitsOf({ book: false, lists: ['exchanges', 'sanctioned'] })).toEqual({
    units: 1,
    lists: ['exchanges'],
  });
  expect(await unitsOf({ book: false, lists: ['unknown'] })).toEqual({ units: 0, lists: [] });
});
