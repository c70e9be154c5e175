import type { OrganisationId } from '../../values/ids.ts';
import { keys, organisationIn } from './keys.ts';

/*
 * The items of a counted list. They share a partition, whose key is that of the organisation, `#LIST#` and the list.
 * A sublist, such as the transactions of one wallet, has a partition of its own: `#LIST#TX#wallet`.
 *
 * item     sk
 * head     HEAD              the version, the root of the tree, the runs, and the packed changes to be deleted
 * change   C#time#id         of the tail: an entry that a record's transaction added, changed or removed
 * run      R#version-id      some changes, packed
 * leaf     N#name            entries from a time key up to the bound of the next leaf
 * slice    N#name#slice      counts of an inner node, for one slice
 * terms    N#name#terms      what terms the leaves of a node have
 * merge    M#attempt         the state of a merge, and its garbage; the names of its nodes begin with the attempt
 */

/** Prefixes of `sk` within a list. */
export const listPrefixes = { changes: 'C#', merges: 'M#' } as const;

const LIST = '#LIST#';

/** @param sublist the value whose entries the partition has; undefined for the whole list. */
export const listPartition = (organisationId: OrganisationId, list: string, sublist?: string): string =>
  `${keys.organisation(organisationId).pk}${LIST}${list}${sublist === undefined ? '' : `#${sublist}`}`;

/** The organisation, the list and the sublist of a partition; null for a partition of another kind. */
export function listIn(pk: string): { organisation: string; list: string; sublist: string | undefined } | null {
  const [owner = '', name] = pk.split(LIST);
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

/** The instant in a time key (see `timeKey`). */
export const instantInTimeKey = (key: string): string => key.slice(0, INSTANT_LENGTH);

/** The id in a time key. The complement of the complement is the id itself. */
export const idInTimeKey = (key: string): string => timeKey('', key.slice(INSTANT_LENGTH + 1)).slice(1);
