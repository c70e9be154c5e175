import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { idInTimeKey, instantInTimeKey, LIST_TAIL, listKeys } from '../../../lib/platform/table/counted-list-keys.ts';
import { keys, timeKey } from '../../../lib/platform/table/keys.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { at, organisation, uuid } from '../../support/records.ts';

const other = OrganisationId.parse(uuid(60));
const now = new Date(at);
const items = (organisationId: OrganisationId, list: string) => [
  listKeys.head(organisationId, list),
  listKeys.change(organisationId, list, now, 'id'),
  listKeys.leaf(organisationId, list, 'bound'),
  listKeys.slice(organisationId, list, 1, 'all', 'bound'),
  listKeys.slice(organisationId, list, 2, 'all', 'bound'),
];

describe('The keys of a counted list', () => {
  it('share a partition of their own for each organisation and list', () => {
    const lists = [items(organisation, 'events'), items(organisation, 'deliveries'), items(other, 'events')];
    const partitions = lists.map((list) => new Set(list.map(({ pk }) => pk)));
    expect(partitions.map(({ size }) => size)).toEqual([1, 1, 1]);
    expect(new Set(lists.flat().map(({ pk }) => pk)).size).toBe(3);
    expect(lists.flat().map(({ pk }) => pk)).not.toContain(keys.organisation(organisation).pk);
    expect(partitions[0]?.values().next().value).toMatch(`ORG#${organisation}#`);
  });

  it('separate all kinds, and only changes have the prefix of the tail', () => {
    const sks = items(organisation, 'events').map(({ sk }) => sk);
    expect(new Set(sks).size).toBe(sks.length);
    expect(sks.filter((sk) => sk.startsWith(LIST_TAIL))).toHaveLength(1);
  });

  it('sort changes by time', () => {
    const sks = [0, 1, 36, 2 ** 40, 2 ** 46].map((ms) => listKeys.change(organisation, 'l', new Date(ms), 'id').sk);
    expect([...sks].sort()).toEqual(sks);
  });
});

describe('A time key', () => {
  it('contains its instant and its id', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.uuid(), (ms, id) => {
        const instant = new Date(ms).toISOString();
        const key = timeKey(instant, id);
        expect([instantInTimeKey(key), idInTimeKey(key)]).toEqual([instant, id]);
      }),
    );
  });
});
