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

/**
 * Starts DynamoDB in memory, with a second client that meters capacity. On a file, 100,000 items would take minutes.
 */
export async function startMeteredDynamoDb() {
  const processes = new Processes();
  const command = binaryOf(
    '@dynoxide/linux-x64',
    'dynoxide',
    'up another DynamoDB: this benchmark supports dynoxide only',
  );
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  await processes.start({
    name: 'dynoxide',
    command,
    args: ['serve', '-p', String(port)],
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
