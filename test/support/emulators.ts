import { startStrictDynamoDb } from '../../local/aws/dynamodb/start-strict.ts';
import { Processes } from '../../local/processes/child-processes.ts';
import { consumedByFile } from './units.ts';

const processes = new Processes();
let stopServer: (() => Promise<void>) | undefined;

/**
 * Starts what the tests share: one DynamoDB, in which each test file makes tables of its own. Answers the environment
 * in which an SDK client finds it. The items are in memory: on a disk each write takes several times as long.
 */
export async function startEmulators(): Promise<Record<string, string>> {
  const onDeath = (message: string) => process.stderr.write(`${message}\n`);
  const { engine, endpoint, strictness, stop } = await startStrictDynamoDb(
    { dataDir: null, processes, onDeath },
    {},
    consumedByFile,
  );
  stopServer = stop;
  process.stderr.write(`The delays of DynamoDB repeat with DYNAMODB_SEED=${strictness.seed}\n`);
  return {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TEST_DYNAMODB_ENGINE: engine,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
}

export async function stopEmulators(): Promise<void> {
  await stopServer?.();
  await processes.stop();
}
