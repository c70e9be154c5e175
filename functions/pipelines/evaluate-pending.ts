import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { evaluateTransaction } from '../../lib/alerts/evaluation/evaluate-transaction.ts';
import { EvaluationMessage } from '../../lib/alerts/evaluation/evaluation-queue.ts';
import { evaluationDeps, ofBatch } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { eachRecord } from '../../lib/platform/batch.ts';
import { deps } from '../../lib/platform/deps.ts';
import { errorFields, log } from '../../lib/platform/log.ts';
import { type PendingEvaluation, pendingAmong } from '../../lib/transactions/pending-evaluations.ts';
import { memo } from '../../lib/values/memo.ts';

const evaluation = memo(() => evaluationDeps(deps()));

/**
 * Evaluates the transactions that reconcile found pending. A function of its own: the work after an outage takes no
 * concurrency from new transactions.
 */
export const handler = async ({ Records }: SQSEvent) => {
  const seen = await pendingOf(Records);
  const batch = ofBatch(evaluation());
  return eachRecord(
    Records,
    ({ messageId }) => messageId,
    async (record) => {
      const { organisationId, transactionId } = messageIn(record);
      const pending = seen.get(transactionId);
      // An entry that was not seen with the batch may be younger than the rules of the batch.
      await evaluateTransaction(pending ? batch : evaluation(), organisationId, transactionId, pending);
    },
    // In the order of recording within an organisation, so that the first of two matches starts the cooldown.
    ({ messageId, attributes }: SQSRecord) => attributes.MessageGroupId ?? messageId,
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
