import type { OrganisationId } from '../../values/ids.ts';
import { inOrg, type Key, keys, prefixes } from './keys.ts';

/*
 * The items of address books and address lists.
 *
 * item                       pk                   sk
 * entry of the address book  ORG#o                BOOKENTRY#id                the id follows from the address
 * address list               ORG#o                ADDRESSLIST#id              with the job that applies its source
 * address of a source        ORG#o#SOURCED#list#n address                     n: one of 16 partitions of a list
 * addresses to be applied    ORG#o#SOURCED#list#PLAN   n                      packed
 */

/**
 * The partitions of the addresses of a source. A partition takes 1,000 writes a second, so a source of 100,000
 * addresses is written in some seconds.
 */
export const SOURCE_SHARDS = 16;

const SOURCED = '#SOURCED#';

export const addressBookKeys = {
  entry: (organisationId: OrganisationId, id: string): Key =>
    inOrg(organisationId, `${addressBookPrefixes.entries}${id}`),
  list: (organisationId: OrganisationId, id: string): Key => inOrg(organisationId, `${prefixes.addressLists}${id}`),
  /** `address` as `anyMatchForm` spells it. */
  sourced: (organisationId: OrganisationId, listId: string, address: string): Key => ({
    pk: addressBookKeys.sourcedPartition(organisationId, listId, shardOf(address)),
    sk: address,
  }),
  sourcedPartition: (organisationId: OrganisationId, listId: string, shard: number): string =>
    `${keys.organisation(organisationId).pk}${SOURCED}${listId}#${shard}`,
  planPartition: (organisationId: OrganisationId, listId: string): string =>
    `${keys.organisation(organisationId).pk}${SOURCED}${listId}#PLAN`,
  /** Every partition besides the organisation's that has items of a list. */
  sourcedPartitions: (organisationId: OrganisationId, listId: string): string[] => [
    ...Array.from({ length: SOURCE_SHARDS }, (_, shard) =>
      addressBookKeys.sourcedPartition(organisationId, listId, shard),
    ),
    addressBookKeys.planPartition(organisationId, listId),
  ],
};

export const addressBookPrefixes = { entries: 'BOOKENTRY#' } as const;

/** FNV-1a, which must never change: it finds stored items. */
function shardOf(address: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < address.length; i++) hash = Math.imul(hash ^ address.charCodeAt(i), 0x01000193) >>> 0;
  return hash % SOURCE_SHARDS;
}
