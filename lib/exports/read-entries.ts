import * as z from 'zod';
import { acting } from '../platform/audit/acting.ts';
import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import { auditKeys } from '../platform/table/audit-keys.ts';
import { batchGet } from '../platform/table/table.ts';
import { conditionHeld, transact } from '../platform/table/write.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import type { Export } from './schema.ts';

const Entry = z.object({ id: z.string() });

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
  const wanted = readable.map((each) => auditKeys.entry(organisationId, idOf(each)));
  const known = new Set((await batchGet(deps.table, wanted, Entry)).map(({ id }) => id));
  for (const each of readable.filter((one) => !known.has(idOf(one)))) {
    const ofRead = { ...deps, newId: () => idOf(each) };
    const audit = audited(ofRead, organisationId, { action: 'read', resource: 'export', id: each.id });
    // Another request of the caller may write the entry meanwhile.
    await conditionHeld(transact(deps.table, { audit }));
  }
}
