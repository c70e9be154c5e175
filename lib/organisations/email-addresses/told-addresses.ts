import * as z from 'zod';
import { Instant } from '../../values/fields.ts';
import { plusDays } from '../../values/time.ts';
import { MOST_EMAILS } from '../limits/recipient-room.ts';

/** How long the addresses hear of changes after the settings have lost one of them: longer than a weekend. */
const TOLD_DAYS = 3;

/** A field of the stored settings, which the API does not show. */
export const StoredToldAddresses = z.object({
  toldUntil: z.array(z.object({ address: z.string(), until: Instant })).default([]),
});
type ToldAddress = z.output<typeof StoredToldAddresses>['toldUntil'][number];

/**
 * The field after a change of the settings, without the addresses whose time is over. An address that is in the field
 * before the change comes first, so that nobody can crowd it out by many new addresses.
 * @param confirmed all addresses of the settings before the change that had confirmed, when the change loses any of
 *   them; otherwise none.
 */
export function toldAfter(before: unknown, confirmed: readonly string[], now: Date): ToldAddress[] {
  const at = now.toISOString();
  const until = plusDays(now, TOLD_DAYS).toISOString();
  const named = StoredToldAddresses.parse(before).toldUntil.filter((told) => told.until > at);
  const all = new Map(
    [...named, ...confirmed.map((address) => ({ address, until }))].map((told) => [told.address, told]),
  );
  return [...all.values()].slice(0, MOST_EMAILS);
}

/**
 * The addresses that hear of a change: those of the settings, and those that the settings have lost lately. Each group
 * gets half of the places at least, so that neither crowds out the other.
 * @param at the time of the change.
 */
export function addressesTold(settings: unknown, present: readonly string[], at: string): string[] {
  const lost = StoredToldAddresses.parse(settings).toldUntil.flatMap(({ address, until }) =>
    until > at && !present.includes(address) ? [address] : [],
  );
  const places = Math.max(MOST_EMAILS / 2, MOST_EMAILS - present.length);
  return [...lost.slice(0, places), ...present].slice(0, MOST_EMAILS);
}
