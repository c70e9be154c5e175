import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { operatorKeys } from '../../platform/table/operator-keys.ts';
import { batchGet } from '../../platform/table/table.ts';
import { write } from '../../platform/table/write.ts';
import { Instant } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';

const LastExpiry = z.object({
  pk: z.string(),
  /** The beginning of the last complete pass. */
  begunAt: Instant,
});

/** Notes that a pass over an organisation is complete. */
export const passed = ({ table }: Pick<Deps, 'table'>, organisationId: OrganisationId, begunAt: string) =>
  write(table, { put: { ...operatorKeys.lastExpiry(organisationId), begunAt } });

/** When the last complete pass over each of these organisations began. Organisations without a pass are left out. */
export async function lastPasses(
  { table }: Pick<Deps, 'table'>,
  organisations: readonly OrganisationId[],
): Promise<Map<OrganisationId, string>> {
  const found = await batchGet(table, organisations.map(operatorKeys.lastExpiry), LastExpiry);
  const byPartition = new Map(found.map(({ pk, begunAt }) => [pk, begunAt]));
  return new Map(
    organisations.flatMap((id) => {
      const begunAt = byPartition.get(operatorKeys.lastExpiry(id).pk);
      return begunAt === undefined ? [] : [[id, begunAt] as const];
    }),
  );
}
