import * as z from 'zod';
import { auditList } from '../../lib/platform/audit/audit-entry.ts';
import { entriesAdded } from '../../lib/platform/audit/audit-page.ts';
import { addPendingNotices } from '../../lib/platform/audit/pending-notice.ts';
import type { Deps } from '../../lib/platform/deps.ts';
import { tailPartitions } from '../../lib/platform/table/counted-list-keys.ts';
import { queryPrefix } from '../../lib/platform/table/table.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';

const Item = z.looseObject({ notice: z.literal('yes').optional() });

/**
 * Does what the stream of the table does with the entries of the audit log: makes their pending notices. Each call
 * brings all entries that no compaction has packed, as a stream that begins again.
 */
export async function noticesOfStream(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisation: OrganisationId,
): Promise<void> {
  for (const pk of tailPartitions(organisation, auditList.definition)) {
    const items = (await queryPrefix(deps.table, pk, 'C#', Item)).filter(({ notice }) => notice === 'yes');
    await addPendingNotices(
      deps,
      organisation,
      items.flatMap((item) => entriesAdded(deps, item)),
    );
  }
}
