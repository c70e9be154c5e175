import * as z from 'zod';
import { countedLists } from '../../lib/lists/counted-lists.ts';
import { recountList } from '../../lib/lists/recount-list.ts';
import { deps } from '../../lib/platform/deps.ts';
import { OrganisationId } from '../../lib/values/ids.ts';

const Request = z.strictObject({ organisationId: OrganisationId });

/** Recounts all lists of an organisation. The admin function and operators invoke it. */
export async function handler(event: unknown) {
  const { organisationId } = Request.parse(event);
  const found: Record<string, { records: number; repaired: number }> = {};
  for (const list of countedLists) found[list.definition.name] = await recountList(deps(), list, organisationId);
  return found;
}
