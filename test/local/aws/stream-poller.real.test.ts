import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { clientsOf } from '../../../local/aws/function-environment.ts';
import { Lambda } from '../../../local/aws/lambda.ts';
import { StreamPages } from '../../../local/aws/stream-pages.ts';
import { StreamPoller } from '../../../local/aws/stream-poller.ts';
import { StreamShards } from '../../../local/aws/stream-shards.ts';
import { createTables, type TableStream } from '../../../local/aws/tables.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';
import { DataDir } from '../../../local/processes/data-dir.ts';
import { dynamoDbUrl } from '../../support/front.ts';

const clients = clientsOf({ dynamoDb: dynamoDbUrl, sqs: dynamoDbUrl });

/** Prints the sort keys and versions of each batch. Fails for keys that start with `bad`. */
const source = `exports.handler = async ({ Records }) => {
  const keys = Records.map(({ dynamodb }) => dynamodb.Keys.sk.S + (dynamodb.NewImage.version?.S ?? ''));
  await new Promise((resolve) => setTimeout(resolve, 5));
  console.log(keys.join(' '));
  if (keys.some((key) => key.startsWith('bad'))) throw new Error('poison');
};`;

let folder: string;
let table: { name: string; stream: TableStream };
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainwatch-stream-'));
  writeFileSync(join(folder, 'f.cjs'), source);
  const name = `streamed-${randomUUID()}`;
  const Properties = {
    TableName: name,
    AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  };
  const template = resolveTemplate(
    { Resources: { T: { Type: 'AWS::DynamoDB::Table', Properties } } },
    { stackName: 's', awsEndpoint: 'http://x' },
  );
  const stream = (await createTables(template, clients.dynamoDb)).get(name);
  if (stream === undefined) throw new Error('no stream');
  table = { name, stream };
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Polling {
  readonly oneShard?: boolean;
  readonly concurrency?: number;
  /** The changes that the function gets: all that contain this text. */
  readonly wanted?: string;
}

/** A poller as in a stack, with the positions that an earlier poller left in the data folder. */
function poll({ oneShard = false, concurrency = 9, wanted = '"INSERT"' }: Polling = {}) {
  const seen: string[] = [];
  const deadLetters: string[] = [];
  const stop = new AbortController();
  const output = new Writable({
    decodeStrings: false,
    write: (line, _, done) => {
      if (!String(line).startsWith('{')) seen.push(...String(line).trim().split(' '));
      done();
    },
  });
  const spec = { name: 'f', arn: 'arn:f', file: join(folder, 'f.cjs'), exportName: 'handler', timeoutMs: 5000 };
  const rest = {
    version: '$LATEST',
    memoryMb: 128,
    concurrency,
    environment: {},
    asyncRetries: 0,
    maxEventAgeMs: 60_000,
    logGroup: 'logs',
  };
  const options = { environmentOf: () => ({}), output, onEnd: () => {} };
  const lambda = new Lambda(new Map([['f', { ...spec, ...rest }]]), options);
  const mapping = {
    id: 'm',
    functionName: 'f',
    tableName: table.name,
    streamArn: table.stream.arn,
    batchSize: 4,
    lanes: 2,
    bisect: true,
    maxRetries: 1,
    maxAgeMs: 3_600_000,
    reportsFailures: false,
    filter: (record: unknown) => JSON.stringify(record).includes(wanted),
    onFailure: 'arn:aws:sqs:r:a:dlq',
  };
  const poller = new StreamPoller(mapping, {
    stream: table.stream,
    shards: new StreamShards(
      clients.streams,
      new StreamPages(clients.streams),
      table.stream.arn,
      new DataDir(folder),
      'm',
    ),
    lambda,
    signal: stop.signal,
    oneShard,
    sendToQueue: async (_, body) => void deadLetters.push(body),
    failed: (error) => {
      throw error;
    },
  });
  const running = poller.run();
  const stopped = async () => {
    stop.abort();
    await running;
  };
  return { seen, deadLetters, stopped };
}

const put = (sk: string, version = '') =>
  clients.dynamoDb.send(
    new PutItemCommand({ TableName: table.name, Item: { pk: { S: 'a' }, sk: { S: sk }, version: { S: version } } }),
  );

async function until(condition: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 60_000; !condition(); await sleep(10)) {
    if (performance.now() > deadline) throw new Error('The condition did not hold within 60 s');
  }
}

describe('The poller of a table stream', () => {
  const keys = Array.from({ length: 40 }, (_, n) => `k${n}`);

  it('passes every insert to the function, and no other change', async () => {
    const { seen, stopped } = poll();
    for (const key of [...keys, 'k0', 'last']) await put(key);
    await until(() => seen.length > keys.length);
    await stopped();
    expect(seen.toSorted()).toEqual([...keys, 'last'].toSorted());
  });

  it('keeps the order of the changes of one item, while the changes of other items overtake them', async () => {
    const versions = ['.1', '.2', '.3'];
    for (const version of versions) for (const key of keys) await put(key, version);
    const { seen, stopped } = poll({ wanted: '' });
    await until(() => seen.length >= versions.length * keys.length);
    await stopped();
    for (const key of keys) {
      expect(seen.filter((each) => each.startsWith(`${key}.`))).toEqual(versions.map((version) => `${key}${version}`));
    }
    expect(seen).not.toEqual(versions.flatMap((version) => keys.map((key) => `${key}${version}`)));
  });

  it('keeps the order of the whole partition when shards are lenient', async () => {
    const { seen, stopped } = poll({ oneShard: true });
    for (const key of keys) await put(key);
    await until(() => seen.length >= keys.length);
    await stopped();
    expect(seen).toEqual(keys);
  });

  it('waits for free concurrency, which is no retry', async () => {
    for (const key of keys) await put(key);
    const { seen, deadLetters, stopped } = poll({ concurrency: 1 });
    await until(() => seen.length >= keys.length);
    await stopped();
    expect(seen.toSorted()).toEqual(keys.toSorted());
    expect(deadLetters).toEqual([]);
  });

  it('retries a record after a restart that interrupted its retry, although later records were processed', async () => {
    await put('bad');
    for (const key of keys) await put(key);
    const before = poll();
    // The shards without the bad record go on while this record waits for its retry.
    await until(() => before.seen.length > 1);
    await before.stopped();
    const after = poll();
    await until(() => before.deadLetters.length + after.deadLetters.length > 0);
    await until(() => keys.every((key) => before.seen.includes(key) || after.seen.includes(key)));
    await after.stopped();
  });

  it('continues after a restart at its last position', async () => {
    const before = poll();
    await put('first');
    await until(() => before.seen.includes('first'));
    await before.stopped();
    await put('meanwhile');
    const after = poll();
    await until(() => after.seen.includes('meanwhile'));
    await after.stopped();
    expect(after.seen).toEqual(['meanwhile']);
  });

  it('discards a record that keeps failing, sends its position to the dead-letter queue, and continues', async () => {
    for (const key of ['k1', 'bad', 'k2']) await put(key);
    const { seen, deadLetters, stopped } = poll();
    await until(() => deadLetters.length > 0 && seen.includes('k2'));
    await stopped();
    expect(deadLetters.map((body) => JSON.parse(body))).toEqual([
      expect.objectContaining({
        requestContext: expect.objectContaining({ condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 }),
        DDBStreamBatchInfo: expect.objectContaining({ batchSize: 1, streamArn: table.stream.arn }),
      }),
    ]);
  });
});
