import { isDeepStrictEqual } from 'node:util';
import type { ListSource, StoredAddressList } from './address-list-schema.ts';

/** A source that loses a larger part of its addresses, in percent, is taken for a fault of its server. */
export const MOST_LOST = 20;

/**
 * Whether a source has too few addresses to replace those of the list. A person who accepted a shorter source accepted
 * none that is much shorter still.
 */
export const isTooShort = ({ accepted, sourced }: StoredAddressList, found: number): boolean =>
  found * 100 < (accepted ?? sourced) * (100 - MOST_LOST);

/**
 * What changes in a list when a person writes its source. The same source again accepts the size that the last run
 * refused. A refusal of another source accepts nothing.
 */
export function acceptance(
  { source, sourced, lastRun, accepted }: StoredAddressList,
  written: ListSource | null,
): Partial<StoredAddressList> {
  const refused = lastRun?.refused ?? null;
  if (isDeepStrictEqual(source, written)) {
    return { accepted: refused === null ? accepted : sourced + refused.added - refused.removed };
  }
  return { accepted: null, lastRun: lastRun === null ? null : { ...lastRun, refused: null } };
}
