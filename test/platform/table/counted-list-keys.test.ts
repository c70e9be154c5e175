import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  idInTimeKey,
  instantInTimeKey,
  listIn,
  listKey,
  listPartition,
  listPartitions,
  listPrefixes,
  listSk,
  nodesPrefix,
  tailOf,
  timeKey,
  wholeListPartition,
} from '../../../lib/platform/table/counted-list-keys.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { dividedOrganisation } from '../../../lib/platform/table/organisation-parts.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { at, organisation, uuid } from '../../support/records.ts';

const other = OrganisationId.parse(uuid(60));

describe('The keys of a counted list', () => {
  it('have a partition of their own for each organisation and list', () => {
    const partitions = [
      listPartition(organisation, 'events'),
      listPartition(organisation, 'deliveries'),
      listPartition(other, 'events'),
      keys.organisation(organisation).pk,
    ];
    expect(new Set(partitions).size).toBe(4);
    expect(partitions[0]).toMatch(`ORG#${organisation}#`);
  });

  it('put the changes of a list with several tails into the tail of the record, and all else into the list', () => {
    const divided = dividedOrganisation(organisation);
    const list = { name: 'deliveries', tails: 4 };
    const pk = listPartition(divided, 'deliveries');
    const change = listSk.change(new Date(at), '3abc');
    expect(listKey(divided, list, change)).toEqual({ pk: `${pk}~3`, sk: change });
    for (const sk of [listSk.head, listSk.run(7, ''), listSk.leaf('7-a.0'), listSk.merge('7-a')])
      expect(listKey(divided, list, sk)).toEqual({ pk, sk });
    expect(listPartitions(divided, list)).toEqual([pk, ...[0, 1, 2, 3].map((n) => `${pk}~${n}`)]);
    for (const each of listPartitions(divided, list)) {
      expect(wholeListPartition(each)).toBe(pk);
      expect(listIn(each)).toEqual({ organisation: divided, list: 'deliveries', sublist: undefined });
    }
    expect(listPartitions(organisation, list)).toEqual([listPartition(organisation, 'deliveries')]);
    expect(listKey(organisation, list, change).pk).toBe(listPartition(organisation, 'deliveries'));
    expect(new Set([0, 1, 2, 3, 4].map((ms) => tailOf(new Date(ms).toISOString(), 4))).size).toBe(4);
  });

  it('separate all kinds', () => {
    const sks = [
      listSk.head,
      listSk.change(new Date(at), 'id'),
      listSk.run(7, ''),
      listSk.leaf('7-a.0'),
      listSk.slice('7-a.0', 'all.0'),
      listSk.merge('7-a'),
    ];
    expect(new Set(sks).size).toBe(sks.length);
    expect(sks.filter((sk) => sk.startsWith(listPrefixes.changes))).toEqual([sks[1]]);
    expect(sks.filter((sk) => sk.startsWith(listPrefixes.merges))).toEqual([sks[5]]);
    expect(sks.filter((sk) => sk.startsWith(nodesPrefix(listSk.merge('7-a'))))).toEqual([sks[3], sks[4]]);
  });

  it('sort changes by time', () => {
    const sks = [0, 1, 36, 2 ** 40, 2 ** 46].map((ms) => listSk.change(new Date(ms), 'id'));
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
