import type { DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { evaluateTransaction } from '../../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { eachRecord } from '../../lib/platform/batch.ts';
import { deps } from '../../lib/platform/deps.ts';
import { idIn, organisationIn } from '../../lib/platform/table/keys.ts';
import { OrganisationId, Uuid } from '../../lib/values/ids.ts';
import { memo } from '../../lib/values/memo.ts';

const Text = z.object({ S: z.string() });
const StreamRecord = z.object({ dynamodb: z.object({ Keys: z.object({ pk: Text, sk: Text }) }) });

const evaluation = memo(() => evaluationDeps(deps()));

/**
 * Table stream, notes that a transaction is to be evaluated: each is, as it now is; those that failed come again. The note
 * and not the transaction is the trigger: it is put anew when a transaction that was orphaned is back in the chain.
 */
export const handler = ({ Records }: DynamoDBStreamEvent) =>
  eachRecord(
    Records,
    (record) => record.dynamodb?.SequenceNumber,
    async (record) => {
      const { pk, sk } = StreamRecord.parse(record).dynamodb.Keys;
      const organisation = OrganisationId.parse(organisationIn(pk.S));
      await evaluateTransaction(evaluation(), organisation, Uuid.parse(idIn(sk.S)));
    },
    // In the order of recording within an organisation, so that of two matches the first one takes the cooldown.
    (record) => record.dynamodb?.Keys?.pk?.S,
  );
