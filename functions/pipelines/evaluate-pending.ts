import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { evaluateWithinBudget, type Received } from '../../lib/alerts/evaluation/evaluate-within-budget.ts';
import { pendingBudget } from '../../lib/alerts/evaluation/evaluation-budget.ts';
import { EvaluationMessage } from '../../lib/alerts/evaluation/evaluation-queue.ts';
import { evaluationDeps, ofBatch, pendingEvaluations } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { heldSinceOn } from '../../lib/balances/held-since.ts';
import { eachLane } from '../../lib/platform/batch.ts';
import { deps } from '../../lib/platform/deps.ts';
import { errorFields, log } from '../../lib/platform/log.ts';
import { type PendingEvaluation, pendingAmong } from '../../lib/transactions/pending-evaluations.ts';
import { memo } from '../../lib/values/memo.ts';

const evaluation = memo(() => ({ ...evaluationDeps(deps()), heldSince: heldSinceOn(deps()) }));
const evaluations = memo(pendingEvaluations);

/**
 * Evaluates the transactions that handover found pending, and those beyond the budget of their organisation. A
 * function of its own: this work takes no concurrency from new transactions. When the budget of an organisation is used
 * up, the rest of its messages goes back to the queue, behind the messages of others.
 */
export const handler = async ({ Records }: SQSEvent) => {
  const seen = await pendingOf(Records);
  const batch = ofBatch(evaluation());
  return eachLane(
    Records,
    ({ messageId }) => messageId,
    // In the order of recording within an organisation, so that the first of two matches starts the cooldown.
    ({ messageId, attributes }: SQSRecord) => attributes.MessageGroupId ?? messageId,
    (lane, fail) => {
      const received = (record: SQSRecord): Received => {
        const message = messageIn(record);
        const pending = seen.get(message.transactionId);
        // An entry that was not seen with the batch may be younger than the rules of the batch.
        return { ...message, seen: pending, deps: pending ? batch : evaluation() };
      };
      return evaluateWithinBudget({ evaluations: evaluations(), budget: pendingBudget(deps()) }, lane, received, fail);
    },
  );
};

const messageIn = ({ body }: SQSRecord): EvaluationMessage => EvaluationMessage.parse(JSON.parse(body));

/** Reads the batch by one request. After an error each evaluation reads by itself, so that only faulty ones fail. */
async function pendingOf(records: readonly SQSRecord[]): Promise<Map<string, PendingEvaluation>> {
  try {
    const refs = records.map(messageIn).map(({ organisationId, transactionId }) => ({
      organisation: organisationId,
      id: transactionId,
    }));
    return await pendingAmong(deps().table, refs);
  } catch (error) {
    log.warn('evaluation.read_one_by_one', errorFields(error));
    return new Map();
  }
}
