import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { serveStrictly } from '../local/aws/dynamodb/start-strict.ts';
import { strictnessOf } from '../local/aws/dynamodb/strictness.ts';
import { freePort, Processes } from '../local/processes/child-processes.ts';
import { engineFile } from '../local/processes/emulators.ts';
import { meter } from './capacity.ts';

const clientOf = (endpoint: string) =>
  new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
  });

/** A client whose calls take `ms` milliseconds, or longer when DynamoDB takes longer. */
export function delayedClient(endpoint: string, ms: number): DynamoDBClient {
  const slow = clientOf(endpoint);
  const delay = { step: 'initialize', name: 'delay' } as const;
  slow.middlewareStack.add((next) => async (args) => (await Promise.all([next(args), sleep(ms)]))[0], delay);
  return slow;
}

/** The binary of the engine. */
export const dynoxide = (): string =>
  engineFile('dynoxide', 'run this benchmark on Linux on x64, because it supports no other DynamoDB');

/**
 * Starts DynamoDB, as strict as AWS except for throttling: a benchmark makes its data faster than a partition allows.
 * A second client meters capacity. The table is in memory, or on a file that has its items already. To put 100,000
 * items into a file by requests would take minutes.
 */
export async function startMeteredDynamoDb(file?: string) {
  const processes = new Processes();
  const port = await freePort();
  const engine = `http://127.0.0.1:${port}`;
  await processes.start({
    name: 'dynoxide',
    command: dynoxide(),
    args: ['serve', '-p', String(port), ...(file === undefined ? [] : ['--db-path', file])],
    ready: () => fetch(engine),
    onDeath: (message) => {
      throw new Error(message);
    },
  });
  const front = await serveStrictly(engine, strictnessOf({ lenient: new Set(['throttle']) }));
  const { endpoint } = front;
  const { url, usage, stop } = await meter(endpoint);
  return {
    endpoint,
    client: clientOf(endpoint),
    metered: clientOf(url),
    usage,
    delayed: (ms: number): DynamoDBClient => delayedClient(endpoint, ms),
    async stop() {
      stop();
      await front.stop();
      await processes.stop();
    },
  };
}

export type MeteredDynamoDb = Awaited<ReturnType<typeof startMeteredDynamoDb>>;
