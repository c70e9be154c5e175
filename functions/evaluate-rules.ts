import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { eachRecord } from '../lib/batch.ts';
import { deps } from '../lib/deps.ts';
import { OrganisationId } from '../lib/ids.ts';
import { memo } from '../lib/memo.ts';
import { evaluationDeps } from '../lib/rules/configured.ts';
import { evaluateTransaction } from '../lib/rules/evaluation.ts';
import { StoredTransaction } from '../lib/transactions/schema.ts';

const Inserted = StoredTransaction.extend({ organisationId: OrganisationId });
const Attribute = z.custom<AttributeValue>((value) => typeof value === 'object' && value !== null);
const StreamRecord = z.object({ dynamodb: z.object({ NewImage: z.record(z.string(), Attribute) }) });

const evaluation = memo(() => evaluationDeps(deps()));

/** Table stream, inserts of transactions: each is evaluated; those that failed come again. */
export const handler = ({ Records }: DynamoDBStreamEvent) =>
  eachRecord(
    Records,
    (record) => record.dynamodb?.SequenceNumber,
    async (record) => {
      const { NewImage } = StreamRecord.parse(record).dynamodb;
      const { organisationId, ...transaction } = Inserted.parse(unmarshall(NewImage));
      await evaluateTransaction(evaluation(), organisationId, transaction);
    },
    // In the order of recording within an organisation, so that of two matches the first one takes the cooldown.
    (record) => record.dynamodb?.Keys?.pk?.S,
  );
