import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  idInTimeKey,
  instantInTimeKey,
  listPartition,
  listPrefixes,
  listSk,
  nodesPrefix,
  timeKey,
} from '../../../lib/platform/table/counted-list-keys.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
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
