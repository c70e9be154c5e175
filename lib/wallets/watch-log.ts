import * as z from 'zod';
import { matchForm } from '../chains/address.ts';
import type { ChainId } from '../chains/registry.ts';
import { keys } from '../platform/table/keys.ts';
import { queryRange, type Table } from '../platform/table/table.ts';
import type { Put } from '../platform/table/write.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';

/** How long the log keeps a change. A process that last read the log before this time reads all addresses. */
export const WATCH_LOG_SECONDS = 24 * 60 * 60;

/**
 * The time of an entry is the time at which its writer began. The entry becomes visible later, by the duration of the
 * write and the difference of the clocks. So a reader reads again what is younger than this time.
 */
const LATE_SECONDS = 120;

/** An address that began or ceased to be watched. */
export interface WatchChange {
  /** When the writer began (ISO 8601). */
  readonly at: string;
  /** The address in match form. */
  readonly form: string;
  /** The same for all wallets of an organisation; absent in entries of earlier versions. */
  readonly turn?: string | undefined;
}

const Entry = z.object({ sk: z.string(), turn: z.string().optional() }).transform(({ sk, turn }): WatchChange => {
  const end = sk.indexOf('#');
  return { at: sk.slice(0, end), form: sk.slice(end + 1), turn };
});

/** Tells all processes to read an address again. Every write that changes who watches the address contains this put. */
export function watchChange(chain: string, address: string, now: Date, organisation: OrganisationId): Put {
  const ttl = epochSeconds(plusSeconds(now, WATCH_LOG_SECONDS));
  // A hash of the organisation: the entry lasts for a day, and the deletion of an organisation leaves no trace of it.
  const turn = derivedId('turn', organisation);
  return { put: { ...keys.watchChange(chain, now.toISOString(), matchForm(chain, address)), turn, ttl } };
}

/** The changes since a time, strongly consistent. Includes some changes from before this time. */
export function watchLogSince(table: Table, chain: ChainId, since: Date): Promise<WatchChange[]> {
  const from = keys.watchChange(chain, plusSeconds(since, -LATE_SECONDS).toISOString(), '');
  // No time begins with this letter.
  return queryRange(table, from, { pk: from.pk, sk: 'Z' }, Entry);
}

/** Whether no change since a time has expired. */
export const isInWatchLog = (since: Date, now: Date): boolean =>
  plusSeconds(since, WATCH_LOG_SECONDS - 2 * LATE_SECONDS) > now;
