import { beforeAll, describe, expect, it } from '@jest/globals';
import { entryIdOf, knownAddresses, listIdOf } from '../../lib/address-book/known-addresses.ts';
import { addressBookKeys } from '../../lib/platform/table/address-book-keys.ts';
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
  await putAll(table, [
    entry(EXCHANGE, 'Our exchange', ['exchanges', 'partners']),
    entry(XRP, 'XRP desk', []),
    sourced('sanctioned', MIXER.toLowerCase()),
    sourced('sanctioned', XRP),
  ]);
});

describe('knownAddresses', () => {
  const ask = (addresses: readonly string[], lists: readonly string[], of = organisation) =>
    knownAddresses(table)(of, addresses, lists);

  it('tells which addresses the book has, and which of the lists asked for have each address', async () => {
    expect(await ask([EXCHANGE, MIXER, XRP, STRANGER], ['exchanges', 'sanctioned', 'unknown'])).toEqual(
      new Map([
        [EXCHANGE, { label: 'Our exchange', isInBook: true, lists: new Set(['exchanges']) }],
        [MIXER, { label: null, isInBook: false, lists: new Set(['sanctioned']) }],
        [XRP, { label: 'XRP desk', isInBook: true, lists: new Set(['sanctioned']) }],
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
