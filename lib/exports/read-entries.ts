import * as z from 'zod';
import { acting } from '../platform/audit/acting.ts';
import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import { auditKeys } from '../platform/table/audit-keys.ts';
import { batchGet } from '../platform/table/table.ts';
import { conditionHeld, IF_ABSENT, transact } from '../platform/table/write.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import { epochSeconds, plusDays } from '../values/time.ts';
import type { Export } from './schema.ts';

/** Longer than a file exists. */
const READ_DAYS = 2;

const Reader = z.object({ id: z.string() });

/**
 * Notes in the audit log that the caller gets the links of exports: an entry for each export and caller, however often
 * the caller asks. The entries are written before the caller gets the links.
 */
export async function noteReads(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  exports: readonly Export[],
): Promise<void> {
  const { kind, id: actorId } = acting().actor;
  const idOf = ({ id }: Export) => derivedId('export-read', organisationId, id, actorId ?? kind);
  const readable = exports.filter(({ url }) => url !== null);
  const wanted = readable.map((each) => auditKeys.reader(organisationId, idOf(each)));
  const known = new Set((await batchGet(deps.table, wanted, Reader)).map(({ id }) => id));
  for (const each of readable.filter((one) => !known.has(idOf(one)))) {
    const id = idOf(each);
    const ttl = epochSeconds(plusDays(deps.now(), READ_DAYS));
    const reader = { put: { ...auditKeys.reader(organisationId, id), id, ttl }, ...IF_ABSENT };
    const audit = audited(deps, organisationId, { action: 'read', resource: 'export', id: each.id });
    // Another request of the caller may write the entry meanwhile.
    await conditionHeld(transact(deps.table, { reader, audit }));
  }
}
