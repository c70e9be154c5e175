import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keys } from '../../../lib/platform/table/keys.ts';
import {
  dividedOrganisation,
  isDivided,
  partitionsLike,
  partitionsOf,
  partOf,
} from '../../../lib/platform/table/organisation-parts.ts';
import { idPrefixOf, transactionId } from '../../../lib/transactions/transaction-id.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { organisation, uuid } from '../../support/records.ts';

const divided = dividedOrganisation(organisation);

describe('An organisation', () => {
  it('is divided when its id says so, which no random id does', () => {
    expect(isDivided(divided)).toBe(true);
    expect(OrganisationId.parse(divided)).toBe(divided);
    fc.assert(fc.property(fc.uuid({ version: 4 }), (id) => !isDivided(OrganisationId.parse(id))));
    fc.assert(fc.property(fc.uuid({ version: 4 }), (id) => isDivided(dividedOrganisation(id))));
  });

  it('of before has one partition', () => {
    expect(partitionsOf(organisation)).toEqual([`ORG#${organisation}`]);
    expect(partOf(organisation, uuid(1))).toBe(`ORG#${organisation}`);
  });

  it('that is divided has sixteen parts beside its partition, each for as many ids', () => {
    expect(partitionsOf(divided)).toHaveLength(17);
    expect(partitionsOf(divided)[0]).toBe(keys.organisation(divided).pk);
    const ids = Array.from({ length: 256 }, (_, byte) => `${byte.toString(16).padStart(2, '0')}${uuid(1).slice(2)}`);
    const counts = Map.groupBy(ids, (id) => partOf(divided, id));
    expect([...counts.values()].map(({ length }) => length)).toEqual(Array(16).fill(16));
  });

  it('has the parts of a kind in the order of the ids of its records', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid()), (ids) => {
        const parts = partitionsLike(keys.event(divided, '').pk);
        const inParts = parts.flatMap((pk) => ids.filter((id) => keys.event(divided, id).pk === pk).sort());
        expect(inParts).toEqual(ids.toSorted());
      }),
    );
    expect(partitionsLike(keys.rule(divided, '').pk)).toEqual([keys.organisation(divided).pk]);
  });

  it('has wallets in the parts of their ids, and spreads what names a wallet by a hash', () => {
    const ids = Array.from({ length: 256 }, (_, byte) => `${byte.toString(16).padStart(2, '0')}${uuid(1).slice(2)}`);
    for (const id of ids) {
      expect(keys.wallet(divided, id).pk).toBe(partOf(divided, id));
      expect(keys.watched(divided, id, 'base').pk).toBe(partOf(divided, id));
    }
    // All begin alike, as addresses and the names that a customer gives do.
    for (const named of [keys.address, keys.externalId]) {
      expect(new Set(ids.map((id) => named(divided, `0x${id}`).pk))).toEqual(new Set(partitionsOf(divided).slice(1)));
    }
  });

  it('has all records of a hash in one part, and every limit in one of its partitions', () => {
    const prefix = keys.transaction(divided, idPrefixOf(divided, '0xabc'));
    for (const wallet of [uuid(1), uuid(2)]) {
      const key = keys.transaction(divided, transactionId(divided, wallet, '0xabc'));
      expect([key.pk, key.sk.startsWith(prefix.sk)]).toEqual([prefix.pk, true]);
    }
    for (const limit of ['first', 'retries', uuid(3)]) {
      expect(partitionsOf(divided)).toContain(keys.receiver(divided, limit).pk);
      expect(keys.waiting(divided, limit, 'at', 'id').pk).toBe(keys.receiver(divided, limit).pk);
    }
  });
});
