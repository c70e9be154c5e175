import { derivedId, type OrganisationId } from '../values/ids.ts';

/** The characters of an id that derive from the hash alone: 48 bits and the first hyphen. */
const HASH_CHARACTERS = 13;

/** The beginning of the ids of all records of a canonical hash. Another hash has the same beginning very rarely. */
export const idPrefixOf = (organisationId: OrganisationId, hash: string): string =>
  derivedId('transaction-hash', organisationId, hash).slice(0, HASH_CHARACTERS);

/** The beginning of the ids of all records with the hash of this record. */
export const idPrefixIn = (id: string): string => id.slice(0, HASH_CHARACTERS);

/**
 * The id of a record: there is one record for each organisation, wallet and canonical hash. The records of a hash have
 * neighbouring keys, so a read by key finds them without an index.
 */
export const transactionId = (organisationId: OrganisationId, walletId: string, hash: string): string =>
  idPrefixOf(organisationId, hash) + derivedId('transaction', organisationId, walletId, hash).slice(HASH_CHARACTERS);
