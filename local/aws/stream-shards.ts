import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod';
import type { DataDir } from '../processes/data-dir.ts';
import { messageOf } from '../processes/user-error.ts';
import type { StreamPages } from './stream-pages.ts';
import type { Streamed } from './stream-records.ts';

/** The position in each shard: the last processed sequence number, or `end` for a closed shard that is done. */
const Checkpoints = z.object({ streamArn: z.string(), shards: z.record(z.string(), z.string()) });

const END = 'end';

/** The positions are saved once in so many milliseconds: a write of a file stops the whole stack for a moment. */
const SAVE_MS = 200;

/**
 * A read of one shard. The reader calls `done` when the records are processed, in any order of the reads. A restart
 * skips the records of the reads that are done up to the first read that is not.
 */
export interface Read {
  readonly shardId: string;
  readonly records: readonly Streamed[];
  done(): void;
}

/** A read whose records, or those of an earlier read of the shard, are not processed. */
interface OpenRead {
  /** The checkpoint after this read. */
  readonly position: string;
  done: boolean;
}

/** Reads the records of a stream from the last processed position. Reads a shard only after its parent is done. */
export class StreamShards {
  readonly #client: DynamoDBStreamsClient;
  readonly #pages: StreamPages;
  readonly #streamArn: string;
  readonly #dataDir: DataDir;
  readonly #file: string;
  readonly #checkpoints: Record<string, string>;
  readonly #iterators = new Map<string, string>();
  /** The last sequence number that was read of each shard, or `end`. It is ahead of the checkpoint. */
  readonly #readTo = new Map<string, string>();
  /** The reads of each shard since its checkpoint, in order. */
  readonly #open = new Map<string, OpenRead[]>();
  #shards: Shard[] = [];
  #isSaved = true;
  #savedAt = 0;

  /**
   * @param pages those of the stream, which all of its readers share.
   * @param name distinguishes the readers of one data folder.
   */
  constructor(client: DynamoDBStreamsClient, pages: StreamPages, streamArn: string, dataDir: DataDir, name: string) {
    this.#client = client;
    this.#pages = pages;
    this.#streamArn = streamArn;
    this.#dataDir = dataDir;
    this.#file = `stream-${name}.json`;
    const kept = dataDir.read(this.#file, Checkpoints);
    // A new stream, as after the table was recreated, has new shards.
    this.#checkpoints = kept?.streamArn === streamArn ? kept.shards : {};
  }

  /** Reads every readable shard once. */
  async *reads(): AsyncGenerator<Read> {
    if (this.#shards.length === 0) await this.#list();
    for (const { ShardId: shardId = '', ParentShardId: parent } of this.#shards) {
      const parentIsDone = !this.#shards.some(({ ShardId }) => ShardId === parent) || this.#at(parent) === END;
      if (this.#at(shardId) === END || this.#readTo.get(shardId) === END || !parentIsDone) continue;
      yield await this.#read(shardId);
    }
  }

  async #read(shardId: string): Promise<Read> {
    const ShardIterator = this.#iterators.get(shardId) ?? (await this.#iterator(shardId));
    // Remove the iterator first. After an error the next read requests a new iterator.
    this.#iterators.delete(shardId);
    const { Records: records, NextShardIterator: next } = await this.#pages.read(ShardIterator);
    if (next !== undefined) this.#iterators.set(shardId, next);
    const position = next === undefined ? END : records.at(-1)?.dynamodb.SequenceNumber;
    if (position === undefined) return { shardId, records, done: () => undefined };
    this.#readTo.set(shardId, position);
    const read: OpenRead = { position, done: false };
    const open = this.#open.get(shardId) ?? [];
    open.push(read);
    this.#open.set(shardId, open);
    const done = () => {
      read.done = true;
      this.#checkpoint(shardId);
    };
    return { shardId, records, done };
  }

  /** Moves the checkpoint of a shard over the reads that are done. */
  #checkpoint(shardId: string): void {
    const open = this.#open.get(shardId) ?? [];
    let position: string | undefined;
    while (open[0]?.done) position = open.shift()?.position;
    if (position === undefined) return;
    // The shard has closed, so it has child shards. Clear the list to read it again.
    if (position === END) this.#shards = [];
    this.#checkpoints[shardId] = position;
    this.#isSaved = false;
  }

  /** Saves the positions if it is time. After a crash, the records since then come again, as they may on AWS. */
  saveInTime(): void {
    if (performance.now() - this.#savedAt >= SAVE_MS) this.save();
  }

  /** Saves the positions. */
  save(): void {
    if (this.#isSaved) return;
    this.#dataDir.write(this.#file, { streamArn: this.#streamArn, shards: this.#checkpoints });
    this.#isSaved = true;
    this.#savedAt = performance.now();
  }

  async #iterator(shardId: string): Promise<string> {
    const position = this.#readTo.get(shardId) ?? this.#at(shardId);
    const shard = { StreamArn: this.#streamArn, ShardId: shardId };
    const horizon = new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' });
    if (position === undefined) return (await this.#client.send(horizon)).ShardIterator ?? '';
    try {
      const after = { ...shard, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position } as const;
      return (await this.#client.send(new GetShardIteratorCommand(after))).ShardIterator ?? '';
    } catch (error) {
      // The stack was down for longer than the stream retains its records.
      if (!messageOf(error).includes('trim')) throw error;
      return (await this.#client.send(horizon)).ShardIterator ?? '';
    }
  }

  async #list(): Promise<void> {
    let from: string | undefined;
    do {
      const { StreamDescription } = await this.#client.send(
        new DescribeStreamCommand({ StreamArn: this.#streamArn, ExclusiveStartShardId: from }),
      );
      this.#shards.push(...(StreamDescription?.Shards ?? []));
      from = StreamDescription?.LastEvaluatedShardId;
    } while (from !== undefined);
  }

  #at(shardId: string | undefined): string | undefined {
    return shardId === undefined ? undefined : this.#checkpoints[shardId];
  }
}
