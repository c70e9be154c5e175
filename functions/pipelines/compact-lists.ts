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
 * compaction of its list. In a batch the notices come first. A list or an organisation that fails holds up no other of
 * the batch. Lambda then delivers the batch again; a list that is short already needs two reads.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<void> {
  const changes = Records.map((record) => {
    const { Keys, NewImage } = StreamRecord.parse(record).dynamodb;
    return { pk: wholeListPartition(Keys.pk.S), sk: Keys.sk.S, ...NewImage };
  });
  const notable = changes.filter(({ notice }) => notice !== undefined);
  const notices = [...Map.groupBy(notable, ({ pk }) => pk)].map(([pk, own]) => () => {
    const entries = own.flatMap((each) => entriesAdded(deps(), { sk: each.sk, entries: Text.parse(each.entries).S }));
    return addPendingNotices(deps(), OrganisationId.parse(organisationIn(pk)), entries);
  });
  const long = changes.filter(({ compact }) => compact !== undefined);
  const lists = [...new Set(long.map(({ pk }) => pk))].map((pk) => async () => {
    await compactPartition(deps(), pk);
  });
  await eachInTurn([...notices, ...lists]);
}

/** @throws Error after the last piece of work: the error of the piece that failed, or of all that failed. */
async function eachInTurn(work: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const one of work) {
    try {
      await one();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${work.length} failed`);
}
