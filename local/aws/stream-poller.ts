import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamMapping } from './event-source-mappings.ts';
import type { Lambda } from './lambda.ts';
import { distributed, hash } from './stream-batches.ts';
import { ItemShard } from './stream-item-shard.ts';
import { recordOf, type StreamRecord } from './stream-records.ts';
import type { Read, StreamShards } from './stream-shards.ts';
import type { TableStream } from './tables.ts';

/** The pause between empty reads grows from the shortest to the longest. A record or `wake` resets the pause. */
const IDLE_MS = { shortest: 20, longest: 200 };

/** A new table on demand has four partitions on AWS, and so its stream has four shards. */
const SHARDS = 4;

/**
 * The records in memory that no function has processed. The poller reads no further records until they become fewer.
 */
const MOST_UNPROCESSED = 5000;

export interface StreamPollerOptions {
  readonly stream: TableStream;
  readonly shards: StreamShards;
  readonly lambda: Lambda;
  readonly signal: AbortSignal;
  /** Plays one shard, as the emulator has it. */
  readonly oneShard?: boolean;
  /** Decides which items share a shard, and how late each shard is. */
  readonly seed?: number;
  /** Sends a message to the queue of this ARN. */
  sendToQueue(queueArn: string, body: string): Promise<void>;
  failed(error: unknown): void;
}

/**
 * Polls the stream of a table and invokes the function that the template maps to the stream. The emulator has one shard
 * with all changes. The poller distributes the changes over several shards by the key of the item. Each shard has its
 * own batches and its own delay, so that the changes of different items overtake each other, as on AWS.
 */
export class StreamPoller {
  readonly #mapping: StreamMapping;
  readonly #options: StreamPollerOptions;
  readonly #itemShards: readonly ItemShard[];
  #idleMs = IDLE_MS.shortest;
  #woken = false;
  #endWait = () => {};

  constructor(mapping: StreamMapping, options: StreamPollerOptions) {
    this.#mapping = mapping;
    this.#options = options;
    const { oneShard = false, seed = 1 } = options;
    this.#itemShards = oneShard
      ? [new ItemShard(mapping, options, () => 0)]
      : Array.from({ length: SHARDS }, (_, shard) => {
          let polls = 0;
          // A shard polls every 250 ms on AWS. A fifth of this keeps the tests fast.
          return new ItemShard(mapping, options, () => hash(`${seed} ${shard} ${polls++}`) % 50);
        });
  }

  /** Polls the stream at once: there may be new records. */
  wake(): void {
    this.#woken = true;
    this.#endWait();
  }

  /** Polls until the signal aborts. */
  async run(): Promise<void> {
    const { shards, signal, failed } = this.#options;
    while (!signal.aborted) {
      this.#woken = false;
      const found = await this.#readOnce().catch((error: unknown) => {
        if (!signal.aborted) failed(error);
        return false;
      });
      if (found) this.#idleMs = IDLE_MS.shortest;
      else if (!signal.aborted) await this.#idle();
    }
    await Promise.all(this.#itemShards.map((shard) => shard.idle()));
    shards.save();
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
    this.#options.shards.saveInTime();
    const unprocessed = this.#itemShards.reduce((sum, { waiting }) => sum + waiting, 0);
    if (unprocessed >= MOST_UNPROCESSED) return false;
    let found = false;
    for await (const read of this.#options.shards.reads()) {
      this.#distribute(read);
      found ||= read.records.length > 0;
    }
    return found;
  }

  #distribute({ shardId, records, done }: Read): void {
    const { stream, seed = 1 } = this.#options;
    const wanted = records.map((record) => recordOf(record, stream.arn)).filter(this.#mapping.filter);
    let unprocessed = wanted.length;
    if (unprocessed === 0) done();
    const processed = () => {
      unprocessed -= 1;
      if (unprocessed === 0) done();
    };
    // The emulator states the attributes of a key in any order.
    const keyOf = ({ dynamodb }: StreamRecord) =>
      JSON.stringify([seed, ...Object.entries(Object(dynamodb.Keys)).sort(([a], [b]) => (a < b ? -1 : 1))]);
    for (const [index, own] of distributed(wanted, this.#itemShards.length, keyOf)) {
      this.#itemShards[index]?.add(own.map((record) => ({ record, shardId, processed })));
    }
  }
}
