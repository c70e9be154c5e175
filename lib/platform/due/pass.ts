import * as z from 'zod';
import { Instant } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { epochSeconds, plusSeconds } from '../../values/time.ts';
import type { DueKind } from '../table/due-keys.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { write } from '../table/write.ts';

/**
 * How far handover has handed over the overdue entries of an organisation, from the oldest to the newest. One item for
 * many entries: to mark each entry would cost three units an entry.
 */
export const Pass = z.object({
  /** The sort key of the last entry that was handed over; empty at the beginning. */
  until: z.string(),
  /** When the pass reached the end. Later entries still follow, until the next pass begins. */
  endedAt: Instant.nullable(),
});
export type Pass = z.output<typeof Pass>;

/** Overdue unfinished work. */
export interface DueEntry {
  readonly kind: DueKind;
  readonly organisation: OrganisationId;
  readonly id: string;
  /** The sort key of the item. */
  readonly sk: string;
  /** The sort key of the index entry when the entry was read. */
  readonly seen: string;
}

/** The next overdue entries of an organisation, the oldest first. */
export interface Turn {
  readonly kind: DueKind;
  readonly organisation: OrganisationId;
  readonly entries: readonly DueEntry[];
  /** How far the present pass over the entries of the organisation came before this turn. */
  readonly pass: Pass;
  /** Whether no overdue entry follows. */
  readonly isLast: boolean;
}

/** A pass that nobody continues for this long is over anyway. */
const EXPIRES_SECONDS = 7 * 24 * 3600;

/**
 * Notes that the first `count` entries of a turn were handed over. If the process dies before, they are handed over
 * again, which does no harm.
 */
export async function noteTurn(
  table: Table,
  { kind, organisation, entries, pass, isLast }: Turn,
  count: number,
  at: Date,
): Promise<void> {
  const isAtEnd = isLast && count === entries.length;
  if (count === 0 && (!isAtEnd || pass.endedAt !== null)) return;
  const until = entries[count - 1]?.seen ?? pass.until;
  const endedAt = isAtEnd ? (pass.endedAt ?? at.toISOString()) : null;
  const ttl = epochSeconds(plusSeconds(at, EXPIRES_SECONDS));
  await write(table, { put: { ...keys.pass(organisation, kind), until, endedAt, ttl } });
}
