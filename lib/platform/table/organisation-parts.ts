import { createHash } from 'node:crypto';
import { OrganisationId } from '../../values/ids.ts';

/*
 * DynamoDB serves 1,000 write units and 3,000 read units a second of a partition key. An alert with one webhook writes
 * some 20 units, which one partition of an organisation would serve 50 times a second. So an organisation is divided:
 * besides its partition `ORG#o`, it has sixteen parts, `ORG#o#PART#0` to `ORG#o#PART#f`. What each alert writes is in
 * the part of the first digit of an id in its sort key. Ids are hashes or random, so the parts are equally busy, and
 * whoever knows the id of a record knows its part.
 *
 * Outbox entries stay in `ORG#o`: the stream passes the entries of one partition in their order to one lane (ADR 3),
 * and a busy organisation takes its share of that lane alone (ADR 49).
 *
 * A new wallet writes eight units, so an import of many wallets needs the parts, too. What a wallet alone has is in the
 * part of its id. An item that is found by an address or an external id is in the part of a hash of that text, because
 * such texts may all begin alike.
 *
 * The id of an organisation says whether it is divided, because every key needs to know. Organisations of version 0.2
 * have random ids of version 4. Their items stay where they are.
 */

/** The version of the ids of divided organisations: the version that RFC 9562 leaves to the application. */
const VERSION = '8';
const VERSION_AT = '00000000-0000-'.length;

const PART = '#PART#';
const DIGITS = [...'0123456789abcdef'];

/** The id of a new organisation, which is divided. @param random a random id. */
export const dividedOrganisation = (random: string): OrganisationId =>
  OrganisationId.parse(`${random.slice(0, VERSION_AT)}${VERSION}${random.slice(VERSION_AT + 1)}`);

export const isDivided = (organisationId: OrganisationId): boolean => organisationId[VERSION_AT] === VERSION;

/** The partition of an organisation itself. */
export const organisationPartition = (organisationId: OrganisationId): string => `ORG#${organisationId}`;

/**
 * The partition of the items of a record of an organisation.
 * @param id of the record, or its first characters. A name that begins with no digit is in the first part.
 */
export function partOf(organisationId: OrganisationId, id: string): string {
  const own = organisationPartition(organisationId);
  if (!isDivided(organisationId)) return own;
  return `${own}${PART}${DIGITS.find((digit) => id.startsWith(digit)) ?? '0'}`;
}

/** The partition of the item that says which wallet has an address or an external id. @param text one of these. */
export const namePartOf = (organisationId: OrganisationId, text: string): string =>
  partOf(organisationId, createHash('sha256').update(text).digest('hex'));

/** The partitions with the items of a kind, in the order of their ids. @param pk that of any item of the kind. */
export function partitionsLike(pk: string): string[] {
  const [own = '', digit] = pk.split(PART);
  return digit === undefined ? [pk] : DIGITS.map((each) => `${own}${PART}${each}`);
}

/** All partitions of an organisation, except those of its lists and rules. */
export const partitionsOf = (organisationId: OrganisationId): string[] => [
  ...new Set([organisationPartition(organisationId), ...partitionsLike(partOf(organisationId, ''))]),
];
