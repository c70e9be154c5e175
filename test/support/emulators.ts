import { strictnessOf } from '../../local/aws/dynamodb/strictness.ts';
import { Processes } from '../../local/processes/child-processes.ts';
import { startDynamoDb } from '../../local/processes/emulators.ts';

const processes = new Processes();

/**
 * Starts what the tests share: one engine of DynamoDB, in which each test file makes tables of its own behind a front
 * of its own (front.ts). Answers the environment of the fronts. The items are in memory: on a disk each write takes
 * several times as long.
 */
export async function startEmulators(): Promise<Record<string, string>> {
  const engine = await startDynamoDb({
    dataDir: null,
    processes,
    onDeath: (message) => process.stderr.write(`${message}\n`),
  });
  const { seed } = strictnessOf();
  process.stderr.write(`The delays of DynamoDB repeat with DYNAMODB_SEED=${seed}\n`);
  return {
    TEST_DYNAMODB_ENGINE: engine,
    DYNAMODB_SEED: String(seed),
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
}

export const stopEmulators = (): Promise<void> => processes.stop();
