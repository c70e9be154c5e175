import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import type { EvaluationDeps } from '../../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluateWithinBudget, type Received } from '../../lib/alerts/evaluation/evaluate-within-budget.ts';
import { streamBudgets } from '../../lib/alerts/evaluation/evaluation-budget.ts';
import { evaluationDeps, ofBatch, pendingEvaluations } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { heldSinceOn } from '../../lib/balances/held-since.ts';
import { eachLane } from '../../lib/platform/batch.ts';
import { deps } from '../../lib/platform/deps.ts';
import { idIn, organisationIn } from '../../lib/platform/table/keys.ts';
import { OutboxEntry } from '../../lib/transactions/item.ts';
import { OrganisationId, Uuid } from '../../lib/values/ids.ts';
import { memo } from '../../lib/values/memo.ts';

const Text = z.object({ S: z.string() });
const Count = z.object({ N: z.coerce.number() });
const StreamRecord = z.object({
  dynamodb: z.object({
    Keys: z.object({ pk: Text, sk: Text }),
    NewImage: z.object({
      inclusion: Count,
      recordedAt: Text,
      correlationId: Text.optional(),
      revision: Count.optional(),
      rules: z.object({ L: z.array(Text) }).optional(),
      queuedAt: Text.optional(),
    }),
  }),
});

const evaluation = memo(() => ({ ...evaluationDeps(deps()), heldSince: heldSinceOn(deps()) }));
const evaluations = memo(pendingEvaluations);
const budgets = memo(() => streamBudgets(deps()));

/**
 * Evaluates the transaction of each outbox entry in the table stream, in the current state of the transaction. Lambda
 * delivers failed records again. The outbox entry is the trigger, not the transaction: the watcher writes another entry
 * when an orphaned transaction returns to the chain.
 *
 * The batches of a lane wait for each other, so that an organisation with much work would hold up the others. What is
 * beyond its budget goes to `evaluate-pending`.
 */
export const handler = ({ Records }: DynamoDBStreamEvent) => {
  const batch = ofBatch(evaluation());
  return eachLane(
    Records,
    (record) => record.dynamodb?.SequenceNumber,
    // In the order of recording within an organisation, so that the first of two matches starts the cooldown.
    (record) => record.dynamodb?.Keys?.pk?.S,
    async (lane, fail) => {
      const organisationId = OrganisationId.parse(organisationIn(lane[0]?.dynamodb?.Keys?.pk?.S ?? ''));
      const budget = budgets()(organisationId);
      await evaluateWithinBudget(
        { evaluations: evaluations(), budget },
        lane,
        (record) => receivedIn(record, batch),
        fail,
      );
    },
  );
};

function receivedIn(record: DynamoDBRecord, deps: EvaluationDeps): Received {
  const { Keys, NewImage } = StreamRecord.parse(record).dynamodb;
  const { inclusion, recordedAt, correlationId, revision, rules, queuedAt } = NewImage;
  const entry = OutboxEntry.parse({
    inclusion: inclusion.N,
    recordedAt: recordedAt.S,
    correlationId: correlationId?.S,
    revision: revision?.N,
    rules: rules?.L.map(({ S }) => S),
    queuedAt: queuedAt?.S,
  });
  const organisationId = OrganisationId.parse(organisationIn(Keys.pk.S));
  return { deps, organisationId, transactionId: Uuid.parse(idIn(Keys.sk.S)), seen: { entry } };
}
