import * as z from 'zod';
import { countedLists } from '../../lib/lists/counted-lists.ts';
import { recountList } from '../../lib/lists/recount-list.ts';
import { startRecount } from '../../lib/lists/start-recount.ts';
import { deps } from '../../lib/platform/deps.ts';
import { OrganisationId } from '../../lib/values/ids.ts';

const Request = z.strictObject({
  organisationId: OrganisationId,
  /** Where a recount goes on: the name of a list, and the last id of the part before. */
  list: z.string().default(countedLists[0].definition.name),
  after: z.string().default(''),
});

/**
 * Recounts a part of a list of an organisation, and invokes itself for the next part or the next list. The admin
 * function and operators invoke the function for the first part.
 */
export async function handler(event: unknown) {
  const { organisationId, list: name, after } = Request.parse(event);
  const [list, following] = countedLists.slice(countedLists.findIndex(({ definition }) => definition.name === name));
  if (list?.definition.name !== name) throw new Error(`there is no list ${name}`);
  const recounted = await recountList(deps(), list, organisationId, { after });
  if (recounted.next !== null) await startRecount({ organisationId, list: name, after: recounted.next });
  else if (following !== undefined) await startRecount({ organisationId, list: following.definition.name });
  return { list: name, ...recounted };
}
