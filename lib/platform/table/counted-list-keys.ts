import type { OrganisationId } from '../../values/ids.ts';
import { type Key, keys, timeKey } from './keys.ts';

/*
 * The items of a counted list, all in the partition ORG#o#LIST#list.
 *
 * item     sk
 * head     HEAD                    the version, the open nodes, and the changes that are folded and not yet deleted
 * change   T#time#id               of the tail: an entry that a record's transaction added, changed or removed
 * leaf     L0#bound                entries from this time key up to the bound of the next leaf
 * slice    L<n>#<slice>#bound      counts of a node of level n, for one slice
 */

/** The prefix of `sk` of the changes of a list. */
export const LIST_TAIL = 'T#';

const listPartition = (organisationId: OrganisationId, list: string): string =>
  `${keys.organisation(organisationId).pk}#LIST#${list}`;

export const listKeys = {
  head: (organisationId: OrganisationId, list: string): Key => ({
    pk: listPartition(organisationId, list),
    sk: 'HEAD',
  }),
  /** Changes sort by the clock of the writer, in nine digits to the base 36, which last beyond the year 5000. */
  change: (organisationId: OrganisationId, list: string, at: Date, id: string): Key => ({
    pk: listPartition(organisationId, list),
    sk: `${LIST_TAIL}${at.getTime().toString(36).padStart(9, '0')}#${id}`,
  }),
  leaf: (organisationId: OrganisationId, list: string, bound: string): Key => ({
    pk: listPartition(organisationId, list),
    sk: `L0#${bound}`,
  }),
  slice: (organisationId: OrganisationId, list: string, level: number, slice: string, bound: string): Key => ({
    pk: listPartition(organisationId, list),
    sk: `L${level}#${slice}#${bound}`,
  }),
};

const INSTANT_LENGTH = '2026-01-31T09:00:00.000Z'.length;

/** The instant in a time key (see `timeKey`). */
export const instantInTimeKey = (key: string): string => key.slice(0, INSTANT_LENGTH);

/** The id in a time key. The complement of the complement is the id itself. */
export const idInTimeKey = (key: string): string => timeKey('', key.slice(INSTANT_LENGTH + 1)).slice(1);
