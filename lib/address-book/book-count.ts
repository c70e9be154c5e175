import * as z from 'zod';
import { attributeOf, type LimitName, ownLimits } from '../organisations/limits/limits.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem, type Table } from '../platform/table/table.ts';
import type { Update } from '../platform/table/write.ts';
import { ApiError } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';

/** The entries of an address book when no operator has set a limit. */
export const MOST_ENTRIES = 100_000;
/** The addresses of all sources of an organisation when no operator has set a limit. */
export const MOST_SOURCED = 300_000;

/** In the item of the organisation: how many entries its book has, and how many addresses its sources have. */
export const BookCounts = z.object({ bookCount: z.int().default(0), sourcedCount: z.int().default(0) });
type BookCounts = z.output<typeof BookCounts>;

const COUNTED = {
  bookCount: { limit: 'addressBook', most: MOST_ENTRIES },
  sourcedCount: { limit: 'listEntries', most: MOST_SOURCED },
} as const satisfies Record<keyof BookCounts, { limit: LimitName; most: number }>;

/** The limit of an organisation, and how many more it may have. */
export interface BookRoom {
  readonly limit: number;
  /** The limit that an operator set for the organisation, if any. */
  readonly own: number | undefined;
  readonly left: number;
}

/** Strongly consistent. */
export async function bookRoom(
  table: Table,
  organisationId: OrganisationId,
  what: keyof BookCounts,
): Promise<BookRoom> {
  const { limit: name, most } = COUNTED[what];
  const [counts, limits] = await Promise.all([
    getItem(table, keys.organisation(organisationId), BookCounts),
    ownLimits(table, organisationId),
  ]);
  const own = limits[name];
  const limit = own ?? most;
  return { limit, own, left: Math.max(0, limit - (counts?.[what] ?? 0)) };
}

/**
 * The part of a transaction that counts `n` more, or fewer. Fails beyond the limit, and when an operator changed the
 * limit after the read of the room.
 */
export function countedBy(
  organisationId: OrganisationId,
  what: keyof BookCounts,
  n: number,
  { limit, own }: Omit<BookRoom, 'left'>,
): Update<BookCounts> {
  const part = { update: keys.organisation(organisationId), add: { [what]: n } };
  if (n <= 0) return part;
  const attribute = attributeOf(COUNTED[what].limit);
  const unchanged = own === undefined ? `attribute_not_exists(#${attribute})` : `#${attribute} = :own`;
  return {
    ...part,
    // A count that is absent is 0. A limit below `n` leaves no room, whatever the count.
    when: `${unchanged} AND :most >= :zero AND (attribute_not_exists(#${what}) OR #${what} <= :most)`,
    values: { ':most': limit - n, ':zero': 0, ...(own !== undefined && { ':own': own }) },
  };
}

/** The error of a request for the entry after the last. */
export const bookFull = ({ limit }: Pick<BookRoom, 'limit'>): ApiError =>
  new ApiError('conflict', `An organisation can have ${limit} entries in its address book.`);
