import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { evaluateTransaction } from '../../lib/alerts/evaluation/evaluate-transaction.ts';
import { EvaluationMessage } from '../../lib/alerts/evaluation/evaluation-queue.ts';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { eachRecord } from '../../lib/platform/batch.ts';
import { deps } from '../../lib/platform/deps.ts';
import { memo } from '../../lib/values/memo.ts';

const evaluation = memo(() => evaluationDeps(deps()));

/**
 * Evaluates the transactions that reconcile found pending. A function of its own: the work after an outage takes no
 * concurrency from new transactions.
 */
export const handler = ({ Records }: SQSEvent) =>
  eachRecord(
    Records,
    ({ messageId }) => messageId,
    async ({ body }) => {
      const { organisationId, transactionId } = EvaluationMessage.parse(JSON.parse(body));
      await evaluateTransaction(evaluation(), organisationId, transactionId);
    },
    // In the order of recording within an organisation, so that the first of two matches starts the cooldown.
    ({ messageId, attributes }: SQSRecord) => attributes.MessageGroupId ?? messageId,
  );
