import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { createBareTable } from '../local/aws/bare-table.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';

const Address = z.object({ port: z.number() });
const Capacity = z.object({ CapacityUnits: z.number() });
const Output = z.object({ ConsumedCapacity: z.union([Capacity.transform((one) => [one]), z.array(Capacity)]) });

const ARN = 'arn:aws:sqs:eu-central-1:000000000000:retries';

/** The permits of production (infra/stages.ts). */
const PERMITS = { ATTEMPTS_PER_DESTINATION: '5', ATTEMPTS_PER_ORGANISATION: '10' };

/** The function `deliver` in this process, over a table in memory. */
export async function deliverInProcess() {
  const db = await startMeteredDynamoDb();
  const { name } = await createBareTable(db.client);
  const secrets = createServer((_, response) => {
    response.end(JSON.stringify({ SecretString: 'the-data-key-of-this-benchmark-is-no-secret' }));
  }).listen(0, '127.0.0.1');
  await once(secrets, 'listening');
  Object.assign(process.env, {
    STAGE: 'bench',
    VERSION: '0',
    TABLE_NAME: name,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: db.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${Address.parse(secrets.address()).port}`,
    DATA_KEY_SECRET_ARN: 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:data-key',
    DELIVERY_QUEUE_URL: 'http://127.0.0.1:9/deliveries',
    RETRY_QUEUE_URL: 'http://127.0.0.1:9/retries',
    RETRY_QUEUE_ARN: ARN,
    SCHEDULE_GROUP: 'bench',
    SCHEDULE_ROLE_ARN: 'arn:aws:iam::000000000000:role/bench',
    RETRY_DELAYS: '5,30,120,600,3600',
    MAIL_FROM: 'bench@example.com',
    MAIL_CONFIGURATION_SET: 'chainwatch-bench',
    SERVICE_URL: 'https://api.example.com/bench',
    OUTBOUND_POLICY: 'loopback',
    ...PERMITS,
  });
  // The function reads its environment when it is first used.
  const { handler } = await import('../functions/pipelines/deliver.ts');
  const { deps } = await import('../lib/platform/deps.ts');
  const { table } = deps();
  const calls = { made: 0, units: 0 };
  /** How long each call to the table takes at least. */
  const pace = { leastMs: 0 };
  table.client.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const [result] = await Promise.all([next(args), sleep(pace.leastMs)]);
      const { ConsumedCapacity } = Output.parse(result.output);
      calls.made++;
      calls.units += ConsumedCapacity.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
      return result;
    },
    { step: 'initialize', name: 'region' },
  );
  return {
    handler,
    table: { name, client: table.client },
    calls,
    pace,
    async stop() {
      secrets.close();
      secrets.closeAllConnections();
      await db.stop();
    },
  };
}

/** A receiver in a thread of its own. Answers each POST after as many milliseconds as its path begins with. */
export async function startReceiver() {
  const worker = new Worker(new URL('slow-receiver.ts', import.meta.url));
  const [listening] = await once(worker, 'message');
  return { url: `http://127.0.0.1:${Address.parse(listening).port}`, stop: () => worker.terminate() };
}
