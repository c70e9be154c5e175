import type { OrganisationId } from '../../values/ids.ts';
import { type Key, keys, organisationIn } from './keys.ts';
import { isDivided } from './organisation-parts.ts';

/*
 * The items of a counted list. They share a partition, whose key is that of the organisation, `#LIST#` and the list.
 * A sublist, such as the transactions of one wallet, has a partition of its own: `#LIST#TX#wallet`. The tail of a list
 * that changes often has partitions of its own in a divided organisation (organisation-parts.ts): `#LIST#DELIVERY~0`.
 *
 * item     sk
 * head     HEAD              the version, the root of the tree, the runs, and the packed changes to be deleted
 * change   C#time#id         of the tail: an entry that a record's transaction added, changed or removed. With several
 *                            tails, the id begins with the digit of the tail
 * run      R#version-id      some changes, packed
 * leaf     N#name            entries from a key up to the bound of the next leaf; of a side tree, with their place
 * slice    N#name#slice      counts of an inner node, for one slice
 * terms    N#name#terms      what terms the leaves of a node have
 * merge    M#attempt         the state of a merge, and its garbage; the names of its nodes begin with the attempt
 */

/** Prefixes of `sk` within a list. */
export const listPrefixes = { changes: 'C#', merges: 'M#' } as const;

const LIST = '#LIST#';

/** Where the items of a list are. */
interface ListName {
  readonly name: string;
  readonly sublist?: string | undefined;
  /** How many partitions the tail has in a divided organisation, at most 16. One by default: that of the list. */
  readonly tails?: number | undefined;
}

const TAIL = '~';

/** @param sublist the value whose entries the partition has; undefined for the whole list. */
export const listPartition = (organisationId: OrganisationId, list: string, sublist?: string): string =>
  `${keys.organisation(organisationId).pk}${LIST}${list}${sublist === undefined ? '' : `#${sublist}`}`;

/** In how many tails the changes of a list are. */
export const tailsOf = (organisationId: OrganisationId, { tails = 1 }: ListName): number =>
  isDivided(organisationId) ? tails : 1;

/** The partitions of the tail of a list. */
export function tailPartitions(organisationId: OrganisationId, list: ListName): string[] {
  const pk = listPartition(organisationId, list.name, list.sublist);
  const count = tailsOf(organisationId, list);
  return count === 1 ? [pk] : Array.from({ length: count }, (_, n) => `${pk}${TAIL}${n.toString(16)}`);
}

/** All partitions of a list. */
export const listPartitions = (organisationId: OrganisationId, list: ListName): string[] => [
  ...new Set([listPartition(organisationId, list.name, list.sublist), ...tailPartitions(organisationId, list)]),
];

/** The key of an item of a list: a change of one of several tails is in the partition of its tail. */
export function listKey(organisationId: OrganisationId, list: ListName, sk: string): Key {
  const pk = listPartition(organisationId, list.name, list.sublist);
  const isInTail = tailsOf(organisationId, list) > 1 && sk.startsWith(listPrefixes.changes);
  return { pk: isInTail ? `${pk}${TAIL}${sk.charAt(sk.lastIndexOf('#') + 1)}` : pk, sk };
}

/**
 * The tail with the changes of a record, which one query reads, so that no reader misses one of them. Records that one
 * transaction makes, such as the deliveries of an alert, have the same time and share a change.
 * @param time by which the list sorts the record.
 */
export const tailOf = (time: string, tails: number): number => Date.parse(time) % tails;

/** The partition of the list to which a partition belongs: the partition itself, unless it is a tail. */
export const wholeListPartition = (pk: string): string => pk.split(TAIL)[0] ?? pk;

/** The organisation, the list and the sublist of a partition; null for a partition of another kind. */
export function listIn(pk: string): { organisation: string; list: string; sublist: string | undefined } | null {
  const [owner = '', name] = wholeListPartition(pk).split(LIST);
  if (name === undefined) return null;
  const [list = '', sublist] = name.split('#');
  return { organisation: organisationIn(owner), list, sublist };
}

export const listSk = {
  head: 'HEAD',
  /** Changes sort by the clock of the writer, in nine digits to the base 36, which last beyond the year 5000. */
  change: (at: Date, id: string) => `${listPrefixes.changes}${at.getTime().toString(36).padStart(9, '0')}#${id}`,
  /** The id keeps the name unique when somebody deletes the list and its versions begin again. */
  run: (version: number, id: string) => `R#${version.toString(36)}-${id.slice(-12)}`,
  leaf: (name: string) => `N#${name}`,
  slice: (name: string, slice: string) => `N#${name}#${slice}`,
  terms: (name: string) => `N#${name}#terms`,
  merge: (attempt: string) => `${listPrefixes.merges}${attempt}`,
};

/** The prefix of the nodes that a merge wrote. */
export const nodesPrefix = (mergeSk: string): string => `N#${mergeSk.slice(listPrefixes.merges.length)}.`;

/**
 * The key of an entry of a counted list. ISO instants sort as text, and the id makes the key unique. Lists are read
 * backwards (newest first), but records of the same instant must be in ascending order of id, so the key uses the
 * complement of each digit of the id: from a table, because a list computes a key for each of its records.
 */
export function timeKey(instant: string, id: string): string {
  let key = `${instant}#`;
  for (const digit of id) key += COMPLEMENT[digit] ?? digit;
  return key;
}

const COMPLEMENT: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789abcdef'].map((digit, n) => [digit, (15 - n).toString(16)]),
);

const INSTANT_LENGTH = '2026-01-31T09:00:00.000Z'.length;

/** Ends the place that a key of a side tree begins with. No place has it. */
const PLACE_END = ' ';

/** A key in a place of a side tree; a time key without a place. */
export const keyIn = (place: string, key: string): string => (place === '' ? key : `${place}${PLACE_END}${key}`);

/** The place that a key begins with; '' for a time key. */
export const placeIn = (key: string): string => key.slice(0, Math.max(0, key.indexOf(PLACE_END)));

/** A key without its place: the time key. */
export const keyInTime = (key: string): string => key.slice(key.indexOf(PLACE_END) + 1);

/** The instant in a time key (see `timeKey`). */
export const instantInTimeKey = (key: string): string => key.slice(0, INSTANT_LENGTH);

/** The id in a time key. The complement of the complement is the id itself. */
export const idInTimeKey = (key: string): string => timeKey('', key.slice(INSTANT_LENGTH + 1)).slice(1);
