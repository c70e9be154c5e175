import { describe, expect, it } from '@jest/globals';
import { addressBookKeys, addressBookPrefixes, SOURCE_SHARDS } from '../../../lib/platform/table/address-book-keys.ts';
import { listIn } from '../../../lib/platform/table/counted-list-keys.ts';
import { prefixes } from '../../../lib/platform/table/keys.ts';
import { organisation, uuid } from '../../support/records.ts';

const LIST = uuid(70);
const addresses = Array.from({ length: 1_000 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);

describe('addressBookKeys', () => {
  it('keep entries and lists in the partition of the organisation, each found by one prefix', () => {
    const items = [addressBookKeys.entry(organisation, 'id'), addressBookKeys.list(organisation, LIST)];
    expect(items.map(({ pk }) => pk)).toEqual([`ORG#${organisation}`, `ORG#${organisation}`]);
    const all = [...Object.values(prefixes), ...Object.values(addressBookPrefixes)].filter(
      (prefix) => typeof prefix === 'string',
    );
    for (const { sk } of items) expect(all.filter((prefix) => sk.startsWith(prefix))).toHaveLength(1);
  });

  it('spread the addresses of a source over all its partitions, which belong to no counted list', () => {
    const sourced = addresses.map((address) => addressBookKeys.sourced(organisation, LIST, address));
    const partitions = new Set(sourced.map(({ pk }) => pk));
    expect(partitions.size).toBe(SOURCE_SHARDS);
    expect([...partitions].filter((pk) => !pk.startsWith(`ORG#${organisation}#`) || listIn(pk) !== null)).toEqual([]);
    expect(new Set(sourced.map(({ sk }) => sk)).size).toBe(addresses.length);
  });

  it('find a stored address in the partition where an earlier version put the address', () => {
    expect(addressBookKeys.sourced(organisation, LIST, addresses[7] ?? '').pk).toMatch(/#\d+$/);
    expect(addressBookKeys.sourced(organisation, LIST, '0x8589427373d6d84e98730d7795d8f6f8731fda16').pk).toBe(
      `ORG#${organisation}#SOURCED#${LIST}#2`,
    );
  });
});
