import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { freePort, type Processes } from '../../local/processes/child-processes.ts';

/** The limit of PutRecords. */
const RECORDS_PER_PUT = 500;
/** The limit of a record of Kinesis, in bytes. */
const MOST_BYTES = 2 ** 20;
/** The blocks that a worker reads at once, and that it reads again when it died among them. */
const RECORDS_PER_READ = 4;

const Shards = z.object({
  Shards: z.array(z.object({ ShardId: z.string(), HashKeyRange: z.object({ StartingHashKey: z.string() }) })),
});
const Put = z.object({ Records: z.array(z.object({ ErrorCode: z.string().nullish() })) });
const Iterator = z.object({ ShardIterator: z.string() });
const Got = z.object({ Records: z.array(z.object({ SequenceNumber: z.string(), Data: z.string() })) });

/** The engine looks whether a request has a signature, and not whether the signature is right. */
const UNCHECKED_SIGNATURE = [
  'AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/kinesis/aws4_request',
  'SignedHeaders=host',
  'Signature=none',
].join(', ');

/** A partition of the stream. */
export interface Shard {
  readonly id: string;
  /** A record with this hash key goes into this shard. */
  readonly hashKey: string;
}

/** A record to put. Records of one shard stay in their order as long as each put waits for the put before. */
export interface Entry {
  readonly shard: Shard;
  readonly text: string;
}

/** A record that was read. `sequence` rises within a shard. */
export interface StreamRecord {
  readonly sequence: string;
  readonly text: string;
}

/** Starts a Kinesis on this machine. Returns what makes a stream with so many shards. */
export async function startKinesis(processes: Processes) {
  const folder = dirname(createRequire(import.meta.url).resolve('kinesis-local/package.json'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const settings = {
    KINESIS_MOCK_PLAIN_PORT: port,
    KINESIS_MOCK_TLS_PORT: await freePort(),
    KINESIS_MOCK_CERT_PATH: join(folder, 'server.json'),
    CREATE_STREAM_DURATION: '1ms',
    LOG_LEVEL: 'ERROR',
  };
  await processes.start({
    name: 'kinesis-local',
    command: 'env',
    args: [
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      process.execPath,
      join(folder, 'main.js'),
    ],
    ready: () => call('ListStreams', {}, z.unknown()),
    onDeath: (message) => {
      throw new Error(message);
    },
  });

  async function call<T>(operation: string, input: object, schema: z.ZodType<T>): Promise<T> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': `Kinesis_20131202.${operation}`,
        'X-Amz-Date': '20260101T000000Z',
        Authorization: UNCHECKED_SIGNATURE,
      },
      body: JSON.stringify(input),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${text}`);
    return schema.parse(text === '' ? null : JSON.parse(text));
  }

  return async (StreamName: string, ShardCount: number) => {
    await call('CreateStream', { StreamName, ShardCount }, z.unknown());
    const shards = await shardsOf(StreamName, ShardCount);
    let puts = 0;
    return {
      shards,
      /** How many records were put. */
      puts: () => puts,

      /** Puts the records. Kinesis may refuse some of them, which are put again. */
      async put(entries: readonly Entry[]): Promise<void> {
        const large = entries.find(({ text }) => text.length > MOST_BYTES);
        if (large !== undefined) throw new Error(`a record of ${large.text.length} characters is too large`);
        for (let left = [...entries]; left.length > 0; ) {
          const now = left.slice(0, RECORDS_PER_PUT);
          const records = now.map(({ shard, text }) => ({
            PartitionKey: shard.id,
            ExplicitHashKey: shard.hashKey,
            Data: Buffer.from(text).toString('base64'),
          }));
          const { Records } = await call('PutRecords', { StreamName, Records: records }, Put);
          const refused = now.filter((_entry, n) => typeof Records[n]?.ErrorCode === 'string');
          puts += now.length - refused.length;
          left = [...refused, ...left.slice(RECORDS_PER_PUT)];
        }
      },

      /** The next records of a shard, behind this sequence number. */
      async read({ id }: Shard, after: string | null): Promise<StreamRecord[]> {
        const from =
          after === null
            ? { ShardIteratorType: 'TRIM_HORIZON' }
            : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', StartingSequenceNumber: after };
        const { ShardIterator } = await call('GetShardIterator', { StreamName, ShardId: id, ...from }, Iterator);
        const { Records } = await call('GetRecords', { ShardIterator, Limit: RECORDS_PER_READ }, Got);
        return Records.map(({ SequenceNumber, Data }) => ({
          sequence: SequenceNumber,
          text: Buffer.from(Data, 'base64').toString(),
        }));
      },
    };
  };

  async function shardsOf(StreamName: string, count: number): Promise<Shard[]> {
    for (;;) {
      const { Shards: found } = await call('ListShards', { StreamName }, Shards);
      if (found.length < count) continue;
      return found.map(({ ShardId, HashKeyRange }) => ({ id: ShardId, hashKey: HashKeyRange.StartingHashKey }));
    }
  }
}

export type ChainStream = Awaited<ReturnType<Awaited<ReturnType<typeof startKinesis>>>>;
