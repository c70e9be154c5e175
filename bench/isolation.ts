import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { routes } from '../functions/routes.ts';
import { mapConcurrent } from '../lib/concurrent.ts';
import { Delivery } from '../lib/deliveries/schema.ts';
import { WebhookWithSecret } from '../lib/webhooks/schema.ts';
import { type Client, client } from '../local/client.ts';
import { DataDir } from '../local/data-dir.ts';
import { indexStreamRecords, startDynamoDb } from '../local/emulators.ts';
import { createOrganisation, NewOrganisation } from '../local/organisation.ts';
import { Processes } from '../local/processes.ts';
import { startStack } from '../local/stack.ts';
import { meter, type Usage } from './capacity.ts';
import { printTable } from './figures.ts';

/**
 * What one organisation's dead receiver does to the deliveries of another, over the whole local stack: 200 deliveries at a
 * steady pace, alone, and then while a receiver of somebody else hangs with 1,000 deliveries waiting for it. Measured from
 * the request that makes the delivery to its receipt.
 */
const HANGING = 1000;
const PACED = 200;
const PACE_MS = 100;
const WARM_UP = 50;
/** The ratio of the 99th percentiles that isolation is to hold. */
const BOUND = 1.5;

const listening = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  return { server, url: `http://127.0.0.1:${address.port}/` };
};

const receivedAt = new Map<string, number>();
const quick = await listening((request, response) => {
  receivedAt.set(String(request.headers['x-service-delivery']), performance.now());
  request.resume();
  response.end();
});
/** Takes each request and never answers it: the attempt ends when its 10 s are over. */
let hung = 0;
const hanging = await listening((request) => {
  hung++;
  request.resume();
});

const folder = mkdtempSync(join(tmpdir(), 'chainwatch-bench-'));
const processes = new Processes();
const dataDir = new DataDir(folder);
const dynamoDb = await startDynamoDb({
  dataDir,
  processes,
  onDeath: (message) => {
    throw new Error(message);
  },
});
const metered = await meter(dynamoDb);
process.env.DYNAMODB_ENDPOINT = metered.url;
const events = new Map<string, number>();
const stack = await startStack({ port: 0, dataDir: folder, anvil: false, log: count });
indexStreamRecords(dataDir);

try {
  const [ours, theirs] = [await organisationWith(quick.url), await organisationWith(hanging.url)];
  for (let n = 0; n < WARM_UP; n++) await ours.ping();
  metered.usage.clear();
  const alone = await paced(ours.ping);
  const unitsAlone = unitsOf(metered.usage);

  await mapConcurrent(Array.from({ length: HANGING }), 20, theirs.ping);
  metered.usage.clear();
  events.clear();
  const began = performance.now();
  const beside = await paced(ours.ping);
  report(alone, beside, unitsAlone, (unitsOf(metered.usage) - unitsAlone) / (performance.now() - began));
} finally {
  await stack.stop();
  metered.stop();
  await processes.stop();
  for (const { server } of [quick, hanging]) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(folder, { recursive: true, force: true });
}

/** A new organisation with a subscription of this URL, and what makes a delivery to it. */
async function organisationWith(url: string) {
  const lambda = new LambdaClient({
    endpoint: stack.awsEndpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
  });
  const { Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: 'chainwatch-local-admin',
      Payload: JSON.stringify(createOrganisation('Bench')),
    }),
  );
  const { apiKey } = NewOrganisation.parse(JSON.parse(Buffer.from(Payload ?? []).toString('utf8')));
  const api: Client = client(stack.baseUrl, apiKey);
  const { id } = await api.call(routes.createWebhook, WebhookWithSecret, { body: { url, events: ['ping'] } });
  return { ping: async () => (await api.call(routes.testWebhook, Delivery, { params: { id } })).id };
}

/** Makes deliveries at a steady pace, whatever became of those before. Answers the milliseconds that each took. */
async function paced(make: () => Promise<string>): Promise<number[]> {
  const began = performance.now();
  const made: Promise<number>[] = [];
  for (let n = 0; n < PACED; n++) {
    await sleep(Math.max(0, began + n * PACE_MS - performance.now()));
    made.push(timed(make));
  }
  return Promise.all(made);
}

async function timed(make: () => Promise<string>): Promise<number> {
  const started = performance.now();
  const id = await make();
  for (let at = receivedAt.get(id); ; at = receivedAt.get(id)) {
    if (at !== undefined) return at - started;
    await sleep(1);
  }
}

function count(text: string): void {
  for (const [, event = ''] of text.matchAll(/"event":"(delivery\.\w+)"/g)) {
    events.set(event, (events.get(event) ?? 0) + 1);
  }
}

function unitsOf(usage: Usage): number {
  return usage.values().reduce((sum, { units }) => sum + units, 0);
}

function report(alone: number[], beside: number[], unitsAlone: number, unitsPerMs: number): void {
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
  const row = (name: string, values: number[]) => [
    name,
    ...[0.5, 0.9, 0.99, 1].map((share) => at(values, share).toFixed(1)),
  ];
  printTable(
    [`${PACED} deliveries, ms`, 'p50', 'p90', 'p99', 'max'],
    [row('alone', alone), row(`beside ${HANGING} that hang`, beside)],
  );
  const ratio = at(beside, 0.99) / at(alone, 0.99);
  console.log(`\nratio at p99: ${ratio.toFixed(2)} (at most ${BOUND})`);
  console.log(`capacity units per delivery, the request that makes it included: ${(unitsAlone / PACED).toFixed(1)}`);
  console.log(`and per minute for each of those that wait: ${((unitsPerMs * 60_000) / HANGING).toFixed(1)}`);
  console.log(
    `requests that hang, from the beginning: ${hung}; meanwhile ${JSON.stringify(Object.fromEntries(events))}`,
  );
  if (ratio > BOUND) process.exitCode = 1;
}
