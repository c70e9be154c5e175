import type { DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { compactPartition } from '../../lib/operation/lists/counted-lists.ts';
import { entriesAdded } from '../../lib/platform/audit/audit-page.ts';
import { addPendingNotices } from '../../lib/platform/audit/pending-notice.ts';
import { deps } from '../../lib/platform/deps.ts';
import { wholeListPartition } from '../../lib/platform/table/counted-list-keys.ts';
import { organisationIn } from '../../lib/platform/table/keys.ts';
import { OrganisationId } from '../../lib/values/ids.ts';

const Text = z.object({ S: z.string() });
const StreamRecord = z.object({
  dynamodb: z.object({
    Keys: z.object({ pk: Text, sk: Text }),
    // A list may pack its entries. The audit log does not.
    NewImage: z.object({ entries: z.unknown(), notice: Text.optional(), compact: Text.optional() }),
  }),
});

/**
 * Takes the changes of lists that ask for something: an entry of the audit log for a notice, and any change for a
 * compaction of its list. Lambda delivers the batch again when a list fails; a list that is short already needs two
 * reads. The notices come first, because no list may hold them up.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<void> {
  const changes = Records.map((record) => {
    const { Keys, NewImage } = StreamRecord.parse(record).dynamodb;
    return { pk: wholeListPartition(Keys.pk.S), sk: Keys.sk.S, ...NewImage };
  });
  const notable = changes.filter(({ notice }) => notice !== undefined);
  for (const [pk, own] of Map.groupBy(notable, ({ pk }) => pk)) {
    const entries = own.flatMap((each) => entriesAdded(deps(), { sk: each.sk, entries: Text.parse(each.entries).S }));
    await addPendingNotices(deps(), OrganisationId.parse(organisationIn(pk)), entries);
  }
  const long = changes.filter(({ compact }) => compact !== undefined);
  for (const pk of new Set(long.map((change) => change.pk))) await compactPartition(deps(), pk);
}
