import * as z from 'zod';
import { addressBookKeys, SOURCE_SHARDS } from '../platform/table/address-book-keys.ts';
import { packedParts, unpackedParts } from '../platform/table/packed-parts.ts';
import { queryPrefix, type Table } from '../platform/table/table.ts';
import { walkPrefix } from '../platform/table/walk.ts';
import { deleteAll, putAll } from '../platform/table/write-all.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import { inGroups } from '../values/in-groups.ts';
import type { ListPlan } from './address-list-schema.ts';

/** Partitions that are read at once. */
const AT_ONCE = 4;
/** Addresses that are written before the time is looked at. */
const BATCH = 1_000;

const Part = z.object({ bytes: z.instanceof(Uint8Array) });

/** The addresses that the sources of a list brought, and the addresses that are to be applied next. */
export function sourcedAddresses(table: Table, organisationId: OrganisationId, listId: string) {
  const keyOf = (address: string) => addressBookKeys.sourced(organisationId, listId, address);
  const partitions = Array.from({ length: SOURCE_SHARDS }, (_, shard) =>
    addressBookKeys.sourcedPartition(organisationId, listId, shard),
  );
  const plan = addressBookKeys.planPartition(organisationId, listId);
  const planKey = (n: number) => ({ pk: plan, sk: String(n).padStart(4, '0') });

  /** The addresses that the table has, strongly consistent. */
  async function stored(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    await mapConcurrent(partitions, AT_ONCE, async (pk) => {
      for await (const page of walkPrefix(table, pk, '', { stale: false })) for (const { sk } of page) found.add(sk);
    });
    return found;
  }

  return {
    stored,

    /** Stores the addresses that are to be applied. @returns the number of items. */
    async keep(addresses: readonly string[]): Promise<number> {
      const parts = await packedParts(JSON.stringify(addresses));
      await putAll(
        table,
        parts.map((bytes, n) => ({ ...planKey(n), bytes })),
      );
      return parts.length;
    },

    /** The addresses that `keep` stored. */
    async kept({ size, parts }: Pick<ListPlan, 'size' | 'parts'>): Promise<ReadonlySet<string>> {
      if (size === 0) return new Set();
      const items = await queryPrefix(table, plan, '', Part, { limit: parts });
      return new Set(z.array(z.string()).parse(await unpackedParts(items.map(({ bytes }) => bytes))));
    },

    /** Deletes what `keep` stored. */
    async discard(): Promise<void> {
      for await (const page of walkPrefix(table, plan, '', { stale: false })) await deleteAll(table, page);
    },

    /**
     * Makes the table have these addresses and no others. May be repeated.
     * @returns false when the time was over before.
     */
    async apply(wanted: ReadonlySet<string>, isOver: () => boolean): Promise<boolean> {
      const present = await stored();
      const added = [...wanted].filter((address) => !present.has(address)).map(keyOf);
      const removed = [...present].filter((address) => !wanted.has(address)).map(keyOf);
      for (const some of inGroups(added, BATCH)) {
        if (isOver()) return false;
        await putAll(
          table,
          some.map((key) => ({ ...key })),
        );
      }
      for (const some of inGroups(removed, BATCH)) {
        if (isOver()) return false;
        await deleteAll(table, some);
      }
      return true;
    },
  };
}
