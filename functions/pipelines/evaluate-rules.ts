import type { DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { evaluateTransaction } from '../../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluationDeps, ofBatch } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { eachRecord } from '../../lib/platform/batch.ts';
import { deps } from '../../lib/platform/deps.ts';
import { idIn, organisationIn } from '../../lib/platform/table/keys.ts';
import { OutboxEntry } from '../../lib/transactions/item.ts';
import { OrganisationId, Uuid } from '../../lib/values/ids.ts';
import { memo } from '../../lib/values/memo.ts';

const Text = z.object({ S: z.string() });
const StreamRecord = z.object({
  dynamodb: z.object({
    Keys: z.object({ pk: Text, sk: Text }),
    NewImage: z.object({
      inclusion: z.object({ N: z.coerce.number() }),
      recordedAt: Text,
      correlationId: Text.optional(),
    }),
  }),
});

const evaluation = memo(() => evaluationDeps(deps()));

/**
 * Evaluates the transaction of each outbox entry in the table stream, in the current state of the transaction. Lambda
 * delivers failed records again. The outbox entry is the trigger, not the transaction: the watcher writes another entry
 * when an orphaned transaction returns to the chain.
 */
export const handler = ({ Records }: DynamoDBStreamEvent) => {
  const batch = ofBatch(evaluation());
  return eachRecord(
    Records,
    (record) => record.dynamodb?.SequenceNumber,
    async (record) => {
      const { Keys, NewImage } = StreamRecord.parse(record).dynamodb;
      const organisation = OrganisationId.parse(organisationIn(Keys.pk.S));
      const { inclusion, recordedAt, correlationId } = NewImage;
      const entry = OutboxEntry.parse({
        inclusion: inclusion.N,
        recordedAt: recordedAt.S,
        correlationId: correlationId?.S,
      });
      await evaluateTransaction(batch, organisation, Uuid.parse(idIn(Keys.sk.S)), { entry });
    },
    // In the order of recording within an organisation, so that the first of two matches starts the cooldown.
    (record) => record.dynamodb?.Keys?.pk?.S,
  );
};
