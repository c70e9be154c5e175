import { Processes } from '../../local/processes/child-processes.ts';
import { startDynamoDb } from '../../local/processes/emulators.ts';

const processes = new Processes();

/**
 * Starts what the tests share: one DynamoDB, in which each test file makes tables of its own. Answers the environment
 * in which an SDK client finds it. The items are in memory: on a disk each write takes several times as long.
 */
export async function startEmulators(): Promise<Record<string, string>> {
  const onDeath = (message: string) => process.stderr.write(`${message}\n`);
  const endpoint = await startDynamoDb({ dataDir: null, processes, onDeath });
  return {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
}

export const stopEmulators = (): Promise<void> => processes.stop();
