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
 * The field after the settings lost a confirmed address. The addresses that the field names already stay first, so that
 * nobody can crowd them out by many new addresses.
 * @param confirmed all addresses of the settings before the change that had confirmed.
 */
export function toldAfterLoss(before: unknown, confirmed: readonly string[], now: Date): ToldAddress[] {
  const at = now.toISOString();
  const until = plusDays(now, TOLD_DAYS).toISOString();
  const named = StoredToldAddresses.parse(before).toldUntil.filter((told) => told.until > at);
  const all = new Map(
    [...named, ...confirmed.map((address) => ({ address, until }))].map((told) => [told.address, told]),
  );
  return [...all.values()].slice(0, MOST_EMAILS);
}

/** The addresses that hear of a change of this time although the settings may have lost them. */
export const toldAddresses = (settings: unknown, at: string): string[] =>
  StoredToldAddresses.parse(settings).toldUntil.flatMap(({ address, until }) => (until > at ? [address] : []));
