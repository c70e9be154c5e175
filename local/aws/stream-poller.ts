import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';
import { failuresIn, type StreamMapping } from './event-source-mappings.ts';
import type { Lambda } from './lambda.ts';
import { firstFailure, lanesOf, processInOrder } from './stream-batches.ts';
import type { StreamShards } from './stream-shards.ts';
import type { TableStream } from './tables.ts';
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

/** The pause between empty reads grows from the shortest to the longest. A record or `wake` resets the pause. */
const IDLE_MS = { shortest: 20, longest: 200 };

const LONGEST_BACK_OFF_MS = 5000;

export interface StreamPollerOptions {
  readonly stream: TableStream;
  readonly shards: StreamShards;
  readonly lambda: Lambda;
  readonly signal: AbortSignal;
  /** Sends a message to the queue of this ARN. */
  sendToQueue(queueArn: string, body: string): Promise<void>;
  failed(error: unknown): void;
}

/** Polls the stream of a table and invokes the function that the template maps to the stream. */
export class StreamPoller {
  readonly #mapping: StreamMapping;
  readonly #options: StreamPollerOptions;
  #idleMs = IDLE_MS.shortest;
  #woken = false;
  #endWait = () => {};

  constructor(mapping: StreamMapping, options: StreamPollerOptions) {
    this.#mapping = mapping;
    this.#options = options;
  }

  /** Polls the stream at once: there may be new records. */
  wake(): void {
    this.#woken = true;
    this.#endWait();
  }

  /** Polls until the signal aborts. */
  async run(): Promise<void> {
    const { signal, failed } = this.#options;
    while (!signal.aborted) {
      this.#woken = false;
      const found = await this.#readOnce().catch((error: unknown) => {
        if (!signal.aborted) failed(error);
        return false;
      });
      if (found) this.#idleMs = IDLE_MS.shortest;
      else if (!signal.aborted) await this.#idle();
    }
  }

  async #idle(): Promise<void> {
    if (!this.#woken) {
      const waited = new AbortController();
      this.#endWait = () => waited.abort();
      const signal = AbortSignal.any([waited.signal, this.#options.signal]);
      // `wake` and the stop of the stack abort the wait, which rejects the promise. Neither is an error: `run`
      // continues or ends.
      await sleep(this.#idleMs, undefined, { signal }).catch(() => undefined);
    }
    this.#idleMs = this.#woken ? IDLE_MS.shortest : Math.min(this.#idleMs * 2, IDLE_MS.longest);
  }

  /** Returns true when there were records. */
  async #readOnce(): Promise<boolean> {
    const { batchSize, lanes, filter } = this.#mapping;
    let found = false;
    for await (const { shardId, records, done } of this.#options.shards.reads(batchSize * lanes)) {
      const wanted = records.map((record) => recordOf(record, this.#options.stream.arn)).filter(filter);
      const { partitionKey } = this.#options.stream;
      const keyOf = ({ dynamodb }: StreamRecord) => JSON.stringify(Object(dynamodb.Keys)[partitionKey]);
      const running = lanesOf(wanted, lanes, keyOf).map((lane) => this.#process(lane, shardId));
      await Promise.all(running);
      done();
      found ||= records.length > 0;
    }
    return found;
  }

  #process(lane: readonly StreamRecord[], shardId: string): Promise<void> {
    const { batchSize, maxRetries, bisect, maxAgeMs } = this.#mapping;
    return processInOrder(lane, {
      batchSize,
      maxRetries,
      bisect,
      invoke: (batch) => this.#invoke(batch),
      discard: (batch, attempts) => this.#discard(batch, attempts, shardId),
      isExpired: ({ dynamodb }) => Date.now() - Number(dynamodb.ApproximateCreationDateTime) * 1000 > maxAgeMs,
      // Rejects when the stack stops. The batch is not done then, and the poller reads the batch again after the next
      // start.
      backOff: (n) =>
        sleep(Math.min(100 * 2 ** (n - 1), LONGEST_BACK_OFF_MS), undefined, { signal: this.#options.signal }),
    });
  }

  async #invoke(batch: readonly StreamRecord[]): Promise<{ failedFrom: number | undefined }> {
    const { functionName, reportsFailures } = this.#mapping;
    const outcome = await this.#options.lambda.invoke(functionName, { Records: batch });
    const failures = failuresIn(outcome, reportsFailures);
    if (failures === 'all') return { failedFrom: 0 };
    return {
      failedFrom: firstFailure(
        batch.map(({ dynamodb }) => dynamodb.SequenceNumber),
        failures,
      ),
    };
  }

  async #discard(batch: readonly StreamRecord[], attempts: number, shardId: string): Promise<void> {
    const { onFailure, functionName } = this.#mapping;
    if (onFailure === undefined) return;
    const body = failureMessage(batch, attempts, shardId, functionName, this.#options.stream.arn);
    await this.#options.sendToQueue(onFailure, JSON.stringify(body));
  }
}

/** The message that Lambda sends to the on-failure destination of a stream: the position of the records. */
const failureMessage = (
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
    batchSize: batch.length,
    streamArn,
  },
});

function recordOf(record: SdkRecord, eventSourceARN: string): StreamRecord {
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
