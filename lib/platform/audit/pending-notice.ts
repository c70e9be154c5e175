import * as z from 'zod';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { epochSeconds, plusDays } from '../../values/time.ts';
import type { Deps } from '../deps.ts';
import { auditKeys } from '../table/audit-keys.ts';
import { due } from '../table/due-keys.ts';
import { ifSame } from '../table/if-same.ts';
import { batchGet } from '../table/table.ts';
import { type Condition, conditionHeld, IF_ABSENT, type Update, write } from '../table/write.ts';
import { AuditEntry } from './audit-entry.ts';
import type { LoggedEntry } from './audit-page.ts';
import { Difference } from './differences.ts';
import { Notable, shownDifferences } from './notable.ts';

/**
 * How long an item stays after its notice, so that nobody makes the notice again: the stream may show an entry twice,
 * and the checkpoint of the entry comes later. Nobody makes an item for an older entry.
 */
const KEPT_DAYS = 30;
/** Items that are written at once. */
const AT_ONCE = 8;

/** An entry of the audit log of which the organisation is to be told, with what is told of it. */
export const PendingNotice = AuditEntry.extend({
  resource: z.enum(['rule', 'wallet', 'webhook', 'destination', 'settings']),
  changes: z
    .string()
    .transform((json): unknown => JSON.parse(json))
    .pipe(z.array(Difference)),
  notable: Notable,
  /** How many other entries the notice of this entry stands for. */
  more: z.number().int(),
  /** Absent when the organisation was told. */
  gsi3sk: z.string().optional(),
});
export type PendingNotice = z.output<typeof PendingNotice>;

const Known = z.object({ id: z.string() });

/**
 * Makes a pending notice for each of these entries that its organisation must be told of, unless the entry has or had
 * such an item. The stream of the table brings each entry within a second or two, maybe twice. The checkpoint of the
 * entry makes up for a record of the stream that was lost.
 */
export async function addPendingNotices(
  deps: Pick<Deps, 'table' | 'now'>,
  organisationId: OrganisationId,
  entries: readonly LoggedEntry[],
): Promise<void> {
  const oldest = plusDays(deps.now(), -KEPT_DAYS).toISOString();
  const wanted = new Map(
    entries.flatMap(({ entry, notable }) =>
      notable === null || entry.at < oldest ? [] : [[entry.id, { entry, notable }] as const],
    ),
  );
  const keys = [...wanted.keys()].map((id) => auditKeys.pendingNotice(organisationId, id));
  for (const { id } of await batchGet(deps.table, keys, Known)) wanted.delete(id);
  await mapConcurrent([...wanted.values()], AT_ONCE, ({ entry: { changes, ...entry }, notable }) => {
    const shown = JSON.stringify(shownDifferences(entry.resource, notable, changes));
    const dueEntry = due.entry('NOTICE', organisationId, entry.id, entry.at);
    const key = auditKeys.pendingNotice(organisationId, entry.id);
    const put = { ...key, ...entry, changes: shown, notable, more: 0, ...dueEntry };
    return conditionHeld(write(deps.table, { put, ...IF_ABSENT }));
  });
}

/** Nobody has told of the entry, and nobody has joined another entry to it since it was read. */
export const stillPending = (entry: PendingNotice): Condition => ifSame(entry, 'more', 'gsi3sk');

/** The write that notes that the organisation is told of an entry. */
export const toldOf = (now: Date, organisationId: OrganisationId, entry: PendingNotice): Update<PendingNotice> => ({
  update: auditKeys.pendingNotice(organisationId, entry.id),
  set: { ttl: epochSeconds(plusDays(now, KEPT_DAYS)) },
  remove: ['gsi3pk', 'gsi3sk'],
  ...stillPending(entry),
});
