import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Processes } from '../../local/processes/child-processes.ts';
import { DataDir } from '../../local/processes/data-dir.ts';
import { startDynamoDb } from '../../local/processes/emulators.ts';

const processes = new Processes();
let directory: string | undefined;

/**
 * Starts the DynamoDB that all tests share. Each test file creates its own tables. Returns the environment variables
 * with which an SDK client finds this DynamoDB.
 */
export async function startEmulators(): Promise<Record<string, string>> {
  directory = mkdtempSync(join(tmpdir(), 'chainwatch-test-'));
  const onDeath = (message: string) => process.stderr.write(`${message}\n`);
  const endpoint = await startDynamoDb({ dataDir: new DataDir(directory), processes, onDeath });
  return {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
}

export async function stopEmulators(): Promise<void> {
  await processes.stop();
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
}
