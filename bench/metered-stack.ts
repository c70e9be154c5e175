import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStrictDynamoDb } from '../local/aws/dynamodb/start-strict.ts';
import type { FrontOptions } from '../local/aws/dynamodb/strict-dynamodb.ts';
import type { Strictness } from '../local/aws/dynamodb/strictness.ts';
import { startStack } from '../local/cli/local-stack.ts';
import { Processes } from '../local/processes/child-processes.ts';
import { DataDir } from '../local/processes/data-dir.ts';
import { DATABASE, indexStreamRecords } from '../local/processes/emulators.ts';
import { unitsByStep } from './capacity.ts';

/**
 * Starts the whole local stack on a data folder of its own.
 * @param front what sees the requests to DynamoDB.
 * @param log takes the text that the stack logs.
 * @param strictness what DynamoDB plays otherwise than AWS.
 */
export async function startBenchStack(
  front: FrontOptions,
  log: (text: string) => void = () => {},
  strictness: Partial<Strictness> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'chainwatch-bench-'));
  const processes = new Processes();
  const dataDir = new DataDir(folder);
  dataDir.requireFormat(DATABASE);
  const onDeath = (message: string) => {
    throw new Error(message);
  };
  const dynamoDb = await startStrictDynamoDb({ dataDir, processes, onDeath }, strictness, front);
  process.env.DYNAMODB_ENDPOINT = dynamoDb.endpoint;
  const stack = await startStack({ port: 0, dataDir: folder, anvil: false, log });
  indexStreamRecords(dataDir);
  return {
    stack,
    endpoint: dynamoDb.endpoint,
    async stop(): Promise<void> {
      await stack.stop();
      await processes.stop();
      await dynamoDb.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts the whole local stack on a data folder of its own. Meters the capacity of each request to DynamoDB.
 * @param log takes the text that the stack logs.
 * @param strictness what DynamoDB plays otherwise than AWS.
 */
export async function startMeteredStack(log?: (text: string) => void, strictness?: Partial<Strictness>) {
  const metered = unitsByStep();
  return { ...(await startBenchStack({ onConsumed: metered.onConsumed }, log, strictness)), metered };
}
