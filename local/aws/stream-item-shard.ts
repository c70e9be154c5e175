import { setTimeout as sleep } from 'node:timers/promises';
import { failuresIn, type StreamMapping } from './event-source-mappings.ts';
import type { Lambda } from './lambda.ts';
import { distributed, firstFailure, processInOrder } from './stream-batches.ts';
import { failureMessage, type StreamRecord } from './stream-records.ts';
import type { TableStream } from './tables.ts';

const LONGEST_BACK_OFF_MS = 5000;

/** The pause after an error of the stack itself, as when the queue for discarded batches does not answer. */
const RETRY_MS = 500;

/** A record that a shard has to process. */
export interface Unprocessed {
  readonly record: StreamRecord;
  /** The shard of the emulator that had the record. */
  readonly shardId: string;
  /** Called once, when the function has processed the record or the record was discarded. */
  processed(): void;
}

export interface ItemShardOptions {
  readonly stream: TableStream;
  readonly lambda: Lambda;
  readonly signal: AbortSignal;
  sendToQueue(queueArn: string, body: string): Promise<void>;
  failed(error: unknown): void;
}

/** One shard of a stream: passes its records to the function in order, in lanes by partition key. */
export class ItemShard {
  readonly #mapping: StreamMapping;
  readonly #options: ItemShardOptions;
  readonly #delayMs: () => number;
  #records: Unprocessed[] = [];
  #running: Promise<void> | undefined;

  /** @param delayMs how long the shard waits before it takes its next records. */
  constructor(mapping: StreamMapping, options: ItemShardOptions, delayMs: () => number) {
    this.#mapping = mapping;
    this.#options = options;
    this.#delayMs = delayMs;
  }

  /** The records that are not processed. */
  get waiting(): number {
    return this.#records.length;
  }

  add(records: readonly Unprocessed[]): void {
    this.#records.push(...records);
    if (this.#records.length > 0) this.#running ??= this.#run();
  }

  /** Resolves when the shard processes nothing. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal, failed } = this.#options;
    const { batchSize, lanes } = this.#mapping;
    while (this.#records.length > 0 && !signal.aborted) {
      try {
        await sleep(this.#delayMs(), undefined, { signal });
        const taken = this.#records.slice(0, batchSize * lanes);
        await this.#process(taken);
        this.#records.splice(0, taken.length);
        for (const { processed } of taken) processed();
      } catch (error) {
        // The stop of the stack interrupts a pause. The records are read again after the next start.
        if (signal.aborted) break;
        failed(error);
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    this.#running = undefined;
  }

  async #process(taken: readonly Unprocessed[]): Promise<void> {
    const { partitionKey } = this.#options.stream;
    const keyOf = ({ record }: Unprocessed) => JSON.stringify(Object(record.dynamodb.Keys)[partitionKey]);
    const lanes = distributed(taken, this.#mapping.lanes, keyOf);
    const { batchSize, maxRetries, bisect } = this.#mapping;
    const policy = {
      batchSize,
      maxRetries,
      bisect,
      invoke: (batch: readonly Unprocessed[]) => this.#invoke(batch),
      discard: (batch: readonly Unprocessed[], attempts: number) => this.#discard(batch, attempts),
      isExpired: (each: Unprocessed) => this.#isExpired(each),
      backOff: (n: number) => this.#backOff(n),
    };
    await Promise.all([...lanes.values()].map((lane) => processInOrder(lane, policy)));
  }

  async #invoke(batch: readonly Unprocessed[]): Promise<{ failedFrom: number | undefined }> {
    const { functionName, reportsFailures } = this.#mapping;
    const event = { Records: batch.map(({ record }) => record) };
    let outcome = await this.#options.lambda.invoke(functionName, event);
    // The function did not run, so this is no retry: Lambda waits for free concurrency until the records are too old.
    for (let n = 1; !outcome.ok && outcome.throttled && !batch.every((each) => this.#isExpired(each)); n++) {
      await this.#backOff(n);
      outcome = await this.#options.lambda.invoke(functionName, event);
    }
    const failures = failuresIn(outcome, reportsFailures);
    if (failures === 'all') return { failedFrom: 0 };
    return {
      failedFrom: firstFailure(
        batch.map(({ record }) => record.dynamodb.SequenceNumber),
        failures,
      ),
    };
  }

  #isExpired({ record: { dynamodb } }: Unprocessed): boolean {
    return Date.now() - Number(dynamodb.ApproximateCreationDateTime) * 1000 > this.#mapping.maxAgeMs;
  }

  /** Rejects when the stack stops. */
  #backOff(n: number): Promise<void> {
    return sleep(Math.min(100 * 2 ** (n - 1), LONGEST_BACK_OFF_MS), undefined, { signal: this.#options.signal });
  }

  async #discard(batch: readonly Unprocessed[], attempts: number): Promise<void> {
    const { onFailure, functionName } = this.#mapping;
    if (onFailure === undefined) return;
    const records = batch.map(({ record }) => record);
    const body = failureMessage(records, attempts, batch[0]?.shardId ?? '', functionName, this.#options.stream.arn);
    await this.#options.sendToQueue(onFailure, JSON.stringify(body));
  }
}
