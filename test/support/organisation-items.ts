import type * as z from 'zod';
import { partitionsOf } from '../../lib/platform/table/organisation-parts.ts';
import { queryPrefix, type Table } from '../../lib/platform/table/table.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';

/** The items of an organisation whose sort keys begin with a prefix, except those of its lists and rules. */
export async function organisationItems<S extends z.ZodType>(
  table: Table,
  organisation: OrganisationId,
  prefix: string,
  schema: S,
): Promise<z.output<S>[]> {
  const found = await Promise.all(partitionsOf(organisation).map((pk) => queryPrefix(table, pk, prefix, schema)));
  return found.flat();
}
