import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../functions/routes.ts';
import { Delivery } from '../lib/channels/delivery-schema.ts';
import { Destination } from '../lib/channels/destinations/schema.ts';
import { MAX_WEBHOOKS } from '../lib/organisations/limits/recipient-room.ts';
import { mapConcurrent } from '../lib/values/concurrent.ts';
import { WebhookWithSecret } from '../lib/webhooks/schema.ts';
import { callAdmin } from '../local/cli/admin-call.ts';
import { NewOrganisation } from '../local/cli/first-organisation.ts';
import { type Client, client } from '../local/demo/demo-client.ts';
import { printTable, quantile } from './figures.ts';
import { reportGoals } from './goals.ts';
import { isolationOfEvaluation, NETWORK_MS } from './isolation-of-evaluation.ts';
import { type Consumed, type LogLine, startStackProcess } from './outage-stack.ts';

/**
 * Measures how much hanging destinations of one organisation delay the deliveries of another organisation, over the
 * whole local stack. Makes 200 deliveries at a steady pace three times: alone, beside one destination that hangs while
 * 1,000 deliveries wait for it, and beside as many hanging destinations as an organisation can have subscriptions. The
 * time runs from the request that creates the delivery to its receipt. After that, measures the same for evaluations.
 * As for these, each request to DynamoDB takes `NETWORK_MS` in addition. So the figure does not see how much processor
 * time the hanging destinations take.
 */
const HANGING = 1000;
const PACED = 200;
/**
 * A delivery takes some 80 ms of the processors, which all functions share. Ten deliveries a second come close to what
 * a small machine can do: a short disturbance then leaves a queue that never gets shorter.
 */
const PACE_MS = 250;
/**
 * Before each measurement, as many deliveries are made at the same pace, again and again, until they get no faster: the
 * requests that create the hanging deliveries still occupy the processor, and each function that runs at a time for the
 * first time starts cold, which takes a second of processor time here.
 */
const WARM_UP = 40;
const MOST_WARM_UPS = 8;
/** The highest accepted ratio of the 99th percentiles. */
const BOUND = 1.5;
/** Dead destinations of each kind of one organisation: as many as it can have. */
const DESTINATIONS = 10;

/** Posts of these kinds go to the host of the vendor, whatever the destination says. */
const vendors = (url: string) => ({ telegram: url, pagerduty: url });
const kinds: Record<string, (n: number) => object> = {
  slack: urlOf,
  teams: urlOf,
  discord: urlOf,
  telegram: (n) => ({ botToken: `1234567:AAEhBOweik${n}`, chatId: '@council' }),
  pagerduty: (n) => ({ routingKey: `R02BT5YQ4S3L${n}` }),
};
function urlOf(n: number) {
  return { url: `${hanging.url}${n}` };
}

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
const folder = mkdtempSync(join(tmpdir(), 'chainwatch-bench-'));
const stack = await startStackProcess(folder, count, { networkMs: NETWORK_MS }, vendors(hanging.url));

try {
  const ours = await organisationWith(quick.url);
  const oneDead = await organisationWith(hanging.url);
  const manyDead = await organisationWith(...Array.from({ length: MAX_WEBHOOKS }, (_, n) => `${hanging.url}${n}`));
  const deadDestinations = await organisationWithDestinations();
  await warmUp(ours.ping);
  stack.units.clear();
  const alone = await paced(ours.ping);
  const unitsAlone = unitsOf(stack.units);
  const rows: [string, number[]][] = [['alone', alone]];
  for (const [name, theirs] of [
    ['at one subscription', oneDead],
    [`at ${MAX_WEBHOOKS} subscriptions`, manyDead],
    [`at ${DESTINATIONS} destinations of each kind`, deadDestinations],
  ] as const) {
    await mapConcurrent(Array.from({ length: HANGING }), 20, theirs.ping);
    await warmUp(ours.ping);
    stack.units.clear();
    events.clear();
    const began = performance.now();
    rows.push([`beside ${HANGING} hanging ${name}`, await paced(ours.ping)]);
    const unitsPerMs = (unitsOf(stack.units) - unitsAlone) / (performance.now() - began);
    console.log(
      `${name}: ${((unitsPerMs * 60_000) / HANGING).toFixed(1)} units a minute per waiting delivery; ${hung} ` +
        `requests hung so far; meanwhile ${JSON.stringify(Object.fromEntries(events))}`,
    );
  }
  report(rows, unitsAlone);
} finally {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
  for (const { server } of [quick, hanging]) {
    server.close();
    server.closeAllConnections();
  }
}

interface Pinging {
  /** Makes one delivery, to the next destination in turn. Returns its id. */
  ping(): Promise<string>;
}

async function newOrganisation(): Promise<Client> {
  const created = await callAdmin(
    { port: undefined, dataDir: folder },
    { action: 'createOrganisation', name: 'Bench' },
  );
  return client(stack.baseUrl, NewOrganisation.parse(created).apiKey);
}

/** Creates an organisation with subscriptions of these URLs. */
async function organisationWith(...urls: string[]): Promise<Pinging> {
  const api = await newOrganisation();
  return inTurn(
    await mapConcurrent(urls, 1, async (url) => {
      const { id } = await api.call(routes.createWebhook, WebhookWithSecret, { body: { url, events: ['ping'] } });
      return { ping: async () => (await api.call(routes.testWebhook, Delivery, { params: { id } })).id };
    }),
  );
}

/** Creates an organisation with destinations of all kinds that never answer. */
async function organisationWithDestinations(): Promise<Pinging> {
  const api = await newOrganisation();
  const wanted = Object.entries(kinds).flatMap(([kind, configOf]) =>
    [...Array(DESTINATIONS).keys()].map((n) => ({ name: `${kind} ${n}`, kind, config: configOf(n) })),
  );
  return inTurn(
    await mapConcurrent(wanted, 1, async (body) => {
      const { id } = await api.call(routes.createDestination, Destination, { body });
      return { ping: async () => (await api.call(routes.testDestination, Delivery, { params: { id } })).id };
    }),
  );
}

function inTurn(all: readonly Pinging[]): Pinging {
  let pings = 0;
  return {
    async ping() {
      const next = all[pings++ % all.length];
      if (next === undefined) throw new Error('there is nothing to ping');
      return next.ping();
    },
  };
}

async function warmUp(make: () => Promise<string>): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let n = 0; n < MOST_WARM_UPS; n++) {
    const time = quantile(await paced(make, WARM_UP), 0.9);
    if (time > before * 0.8) return;
    before = time;
  }
}

/** Makes deliveries at a steady pace, without waiting for earlier deliveries. Returns the milliseconds of each. */
async function paced(make: () => Promise<string>, count = PACED): Promise<number[]> {
  const began = performance.now();
  const made: Promise<number>[] = [];
  for (let n = 0; n < count; n++) {
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

function count({ event }: LogLine): void {
  if (event.startsWith('delivery.')) events.set(event, (events.get(event) ?? 0) + 1);
}

function unitsOf(units: ReadonlyMap<string, Consumed>): number {
  return units.values().reduce((sum, { read, write }) => sum + read + write, 0);
}

function report(rows: readonly [string, number[]][], unitsAlone: number): void {
  const p99 = rows.map(([, values]) => quantile(values, 0.99));
  const ratios = p99.map((value) => value / (p99[0] ?? Number.NaN));
  printTable(
    [`${PACED} deliveries, ms`, 'p50', 'p90', 'p99', 'max', 'p99 ratio'],
    rows.map(([name, values], row) => [
      name,
      ...[0.5, 0.9, 0.99, 1].map((share) => quantile(values, share).toFixed(1)),
      ratios[row]?.toFixed(2) ?? '',
    ]),
  );
  const [, beside, , besideDestinations] = ratios;
  const units = unitsAlone / PACED;
  reportGoals([
    { name: 'p99 beside one hanging subscription by p99 alone', figure: beside ?? null, unit: '×', atMost: BOUND },
    {
      name: `p99 beside ${DESTINATIONS} hanging destinations of each kind by p99 alone`,
      figure: besideDestinations ?? null,
      unit: '×',
      atMost: BOUND,
    },
    { name: 'units per delivery, with the request that creates the delivery', figure: units, unit: 'units' },
  ]);
}

const { ratio, note } = await isolationOfEvaluation();
reportGoals([
  { name: 'p99 of alerts beside the most matches, by p99 alone', figure: ratio, unit: '×', atMost: BOUND, note },
]);
process.exit();
