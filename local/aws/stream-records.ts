import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { ACCOUNT, REGION } from './template.ts';

/** A record as Lambda passes it to a function. */
export interface StreamRecord {
  readonly eventID: string;
  readonly eventName: string;
  readonly eventVersion: string;
  readonly eventSource: 'aws:dynamodb';
  readonly awsRegion: string;
  readonly eventSourceARN: string;
  readonly dynamodb: Readonly<Record<string, unknown>> & { readonly SequenceNumber: string };
}

/** The message that Lambda sends to the on-failure destination of a stream: the position of the records. */
export const failureMessage = (
  batch: readonly StreamRecord[],
  approximateInvokeCount: number,
  shardId: string,
  functionName: string,
  streamArn: string,
) => ({
  requestContext: {
    requestId: randomUUID(),
    functionArn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${functionName}`,
    condition: 'RetryAttemptsExhausted',
    approximateInvokeCount,
  },
  responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
  version: '1.0',
  timestamp: new Date().toISOString(),
  DDBStreamBatchInfo: {
    shardId,
    startSequenceNumber: batch[0]?.dynamodb.SequenceNumber,
    endSequenceNumber: batch.at(-1)?.dynamodb.SequenceNumber,
    approximateArrivalOfFirstRecord: arrivalOf(batch[0]),
    approximateArrivalOfLastRecord: arrivalOf(batch.at(-1)),
    batchSize: batch.length,
    streamArn,
  },
});

const Arrival = z.object({ ApproximateCreationDateTime: z.number() });

/** When a record came to the stream, in whole seconds. */
const arrivalOf = (record: StreamRecord | undefined): string =>
  `${new Date(1000 * Arrival.parse(record?.dynamodb).ApproximateCreationDateTime).toISOString().slice(0, 19)}Z`;

/** A record as the stream answers it in JSON: dates are seconds and bytes are base64, as in Lambda's events. */
const Streamed = z.object({
  eventID: z.string(),
  eventName: z.string(),
  eventVersion: z.string().default('1.1'),
  dynamodb: z.looseObject({ SequenceNumber: z.string() }),
});
export type Streamed = z.output<typeof Streamed>;

/** The answer to GetRecords. */
export const StreamedPage = z.object({
  Records: z.array(Streamed).default([]),
  NextShardIterator: z.string().optional(),
});

/** A record of the stream as Lambda passes it to a function. */
export const recordOf = (record: Streamed, eventSourceARN: string): StreamRecord => ({
  ...record,
  eventSource: 'aws:dynamodb',
  awsRegion: REGION,
  eventSourceARN,
});
