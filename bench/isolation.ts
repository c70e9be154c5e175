import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { routes } from '../functions/routes.ts';
import { Delivery } from '../lib/channels/delivery-schema.ts';
import { mapConcurrent } from '../lib/values/concurrent.ts';
import { MAX_WEBHOOKS } from '../lib/webhooks/repo.ts';
import { WebhookWithSecret } from '../lib/webhooks/schema.ts';
import { createOrganisationEvent, NewOrganisation } from '../local/cli/first-organisation.ts';
import { type Client, client } from '../local/demo/demo-client.ts';
import type { Usage } from './capacity.ts';
import { printTable } from './figures.ts';
import { reportGoals } from './goals.ts';
import { isolationOfEvaluation } from './isolation-of-evaluation.ts';
import { startMeteredStack } from './metered-stack.ts';

/**
 * Measures how much hanging destinations of one organisation delay the deliveries of another organisation, over the
 * whole local stack. Makes 300 deliveries at a steady pace three times: alone, beside one destination that hangs while
 * 1,000 deliveries wait for it, and beside as many hanging destinations as an organisation can have subscriptions. The
 * time runs from the request that creates the delivery to its receipt. After that, measures the same for evaluations.
 */
const HANGING = 1000;
const PACED = 300;
const PACE_MS = 100;
/**
 * The number of deliveries before each measurement. The requests that create the hanging deliveries still occupy the
 * processor at that time.
 */
const WARM_UP = 50;
/** The highest accepted ratio of the 99th percentiles. */
const BOUND = 1.5;

const listening = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port');
  return { server, url: `http://127.0.0.1:${address.port}/` };
};

const receivedAt = new Map<string, number>();
const quick = await listening((request, response) => {
  receivedAt.set(String(request.headers['x-service-delivery']), performance.now());
  request.resume();
  response.end();
});
let hung = 0;
/** Never answers a request. The attempt ends after its time-out of 10 s. */
const hanging = await listening((request) => {
  hung++;
  request.resume();
});

const events = new Map<string, number>();
const running = await startMeteredStack(count);
const { stack, metered } = running;

try {
  const ours = await organisationWith(quick.url);
  const oneDead = await organisationWith(hanging.url);
  const manyDead = await organisationWith(...Array.from({ length: MAX_WEBHOOKS }, (_, n) => `${hanging.url}${n}`));
  await warmUp(ours.ping);
  metered.usage.clear();
  const alone = await paced(ours.ping);
  const unitsAlone = unitsOf(metered.usage);
  const rows: [string, number[]][] = [['alone', alone]];
  for (const [name, theirs] of [
    ['at one destination', oneDead],
    [`at ${MAX_WEBHOOKS} destinations`, manyDead],
  ] as const) {
    await mapConcurrent(Array.from({ length: HANGING }), 20, theirs.ping);
    await warmUp(ours.ping);
    metered.usage.clear();
    events.clear();
    const began = performance.now();
    rows.push([`beside ${HANGING} hanging ${name}`, await paced(ours.ping)]);
    const unitsPerMs = (unitsOf(metered.usage) - unitsAlone) / (performance.now() - began);
    console.log(
      `${name}: ${((unitsPerMs * 60_000) / HANGING).toFixed(1)} units a minute per waiting delivery; ${hung} ` +
        `requests hung so far; meanwhile ${JSON.stringify(Object.fromEntries(events))}`,
    );
  }
  report(rows, unitsAlone);
} finally {
  await running.stop();
  for (const { server } of [quick, hanging]) {
    server.close();
    server.closeAllConnections();
  }
}

/** Creates an organisation with subscriptions of these URLs. `ping` makes one delivery, to the next URL in turn. */
async function organisationWith(...urls: string[]) {
  const lambda = new LambdaClient({
    endpoint: stack.awsEndpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
  });
  const { Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: 'chainwatch-local-admin',
      Payload: JSON.stringify(createOrganisationEvent('Bench')),
    }),
  );
  const { apiKey } = NewOrganisation.parse(JSON.parse(Buffer.from(Payload ?? []).toString('utf8')));
  const api: Client = client(stack.baseUrl, apiKey);
  const ids = await mapConcurrent(urls, 1, async (url) => {
    const { id } = await api.call(routes.createWebhook, WebhookWithSecret, { body: { url, events: ['ping'] } });
    return id;
  });
  let pings = 0;
  return {
    async ping() {
      const id = ids[pings++ % ids.length] ?? '';
      return (await api.call(routes.testWebhook, Delivery, { params: { id } })).id;
    },
  };
}

async function warmUp(make: () => Promise<string>): Promise<void> {
  for (let n = 0; n < WARM_UP; n++) await timed(make);
}

/** Makes deliveries at a steady pace, without waiting for earlier deliveries. Returns the milliseconds of each. */
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

function report(rows: readonly [string, number[]][], unitsAlone: number): void {
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
  const p99 = rows.map(([, values]) => at(values, 0.99));
  const ratios = p99.map((value) => value / (p99[0] ?? Number.NaN));
  printTable(
    [`${PACED} deliveries, ms`, 'p50', 'p90', 'p99', 'max', 'p99 ratio'],
    rows.map(([name, values], row) => [
      name,
      ...[0.5, 0.9, 0.99, 1].map((share) => at(values, share).toFixed(1)),
      ratios[row]?.toFixed(2) ?? '',
    ]),
  );
  const [, beside] = ratios;
  const units = unitsAlone / PACED;
  reportGoals([
    { name: 'p99 beside one hanging destination by p99 alone', figure: beside ?? null, unit: '×', atMost: BOUND },
    { name: 'units per delivery, with the request that creates the delivery', figure: units, unit: 'units' },
  ]);
}

const { ratio, note } = await isolationOfEvaluation();
reportGoals([
  { name: 'p99 of alerts beside the most matches, by p99 alone', figure: ratio, unit: '×', atMost: BOUND, note },
]);
process.exit();
