import { randomUUID } from 'node:crypto';
import type { _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';
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

/** A record of the stream as Lambda passes it to a function. */
export function recordOf(record: SdkRecord, eventSourceARN: string): StreamRecord {
  const { SequenceNumber = '', ...dynamodb } = record.dynamodb ?? {};
  return {
    eventID: record.eventID ?? '',
    eventName: record.eventName ?? '',
    eventVersion: record.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: REGION,
    eventSourceARN,
    dynamodb: { ...asJson(dynamodb), SequenceNumber },
  };
}

/** Converts dates to seconds and bytes to base64, as Lambda's events have them. */
const asJson = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, itemAsJson(item)]));

function itemAsJson(item: unknown): unknown {
  if (item instanceof Date) return item.getTime() / 1000;
  if (ArrayBuffer.isView(item)) return Buffer.from(item.buffer, item.byteOffset, item.byteLength).toString('base64');
  if (Array.isArray(item)) return item.map(itemAsJson);
  return typeof item === 'object' && item !== null ? asJson(item) : item;
}
