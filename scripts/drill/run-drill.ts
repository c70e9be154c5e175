import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { dataKeysOf, sealer } from '../../lib/platform/sealer.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { createBareTable } from '../../local/aws/bare-table.ts';
import { REGION } from '../../local/aws/template.ts';
import { RUNNING, Running } from '../../local/cli/running-stack.ts';
import { DEFAULT_DATA_DIR } from '../../local/cli/start-options.ts';
import { DataDir } from '../../local/processes/data-dir.ts';
import { messageOf } from '../../local/processes/user-error.ts';
import { restoreDrill } from './restore-drill.ts';

/*
 * `npm run drill`: rehearses a restore on the running local stack, which goes on meanwhile. The restored table and the
 * export are removed afterwards. The exit code is 1 if something is missing.
 */
const { values } = parseArgs({
  options: { 'data-dir': { type: 'string', default: DEFAULT_DATA_DIR }, endpoint: { type: 'string' } },
});

async function run(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const options = { endpoint, region: REGION, credentials };
  const client = new DynamoDBClient(options);
  const secret = new GetSecretValueCommand({ SecretId: 'chainwatch-local/data-key' });
  const { SecretString = '' } = await new SecretsManagerClient(options).send(secret);
  const folder = mkdtempSync(join(tmpdir(), 'chainwatch-drill-'));
  const restored = await createBareTable(client);
  try {
    await restoreDrill({
      source: openTable('chainwatch-local', client),
      restored,
      file: join(folder, 'export.gz'),
      sealer: sealer(dataKeysOf(SecretString)),
      now: () => new Date(),
      newId: randomUUID,
      print: console.log,
    });
  } finally {
    await client.send(new DeleteTableCommand({ TableName: restored.name }));
    rmSync(folder, { recursive: true });
  }
}

try {
  const endpoint = values.endpoint ?? new DataDir(values['data-dir']).read(RUNNING, Running)?.awsEndpoint;
  if (endpoint === undefined) throw new Error('No local stack runs. Start one with `npm start`.');
  await run(endpoint);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
