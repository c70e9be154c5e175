import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { freePort, Processes } from '../local/processes/child-processes.ts';
import { binaryOf } from '../local/processes/emulators.ts';
import { meter } from './capacity.ts';

const clientOf = (endpoint: string) =>
  new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
  });

/** The binary of the engine. */
export const dynoxide = (): string =>
  binaryOf('@dynoxide/linux-x64', 'dynoxide', 'up another DynamoDB: this benchmark supports dynoxide only');

/**
 * Starts DynamoDB with a second client that meters capacity: in memory, or on a file that has its items already. To put
 * 100,000 items into a file by requests would take minutes.
 */
export async function startMeteredDynamoDb(file?: string) {
  const processes = new Processes();
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  await processes.start({
    name: 'dynoxide',
    command: dynoxide(),
    args: ['serve', '-p', String(port), ...(file === undefined ? [] : ['--db-path', file])],
    ready: () => fetch(endpoint),
    onDeath: (message) => {
      throw new Error(message);
    },
  });
  const { url, usage, stop } = await meter(endpoint);
  return {
    client: clientOf(endpoint),
    metered: clientOf(url),
    usage,
    async stop() {
      stop();
      await processes.stop();
    },
  };
}

export type MeteredDynamoDb = Awaited<ReturnType<typeof startMeteredDynamoDb>>;
