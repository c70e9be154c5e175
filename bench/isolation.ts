import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_WEBHOOKS } from '../lib/organisations/limits/recipient-room.ts';
import { mapConcurrent } from '../lib/values/concurrent.ts';
import { printTable, quantile } from './figures.ts';
import { reportGoals } from './goals.ts';
import { isolationOfEvaluation, NETWORK_MS } from './isolation-of-evaluation.ts';
import { type Consumed, type LogLine, startStackProcess } from './outage-stack.ts';
import { pingedOrganisations } from './pinged-organisations.ts';

/**
 * Measures how much hanging destinations of other organisations delay the deliveries of an organisation, over the whole
 * local stack. Makes 200 deliveries at a steady pace five times: alone, and beside 1,000 deliveries that wait
 *
 * 1. for one subscription that hangs,
 * 2. for as many hanging subscriptions as an organisation can have,
 * 3. for 20 destinations of each kind, which belong to five organisations and have just begun to hang,
 * 4. for the same destinations, once the service knows that they are dead: the circuit of each is open, and the
 *    deliveries that waited for a first attempt wait for the retry queue.
 *
 * The time runs from the request that creates the delivery to its receipt. After that, measures the same for
 * evaluations. As for these, each request to DynamoDB takes `NETWORK_MS` in addition. So the figure does not see how
 * much processor time the hanging destinations take.
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
/** Dead destinations of each kind. They are more than an organisation can have. */
const DESTINATIONS = 20;
/** An attempt that hangs ends after 10 s. Until then another ping of its destination says nothing new. */
const ATTEMPT_MS = 10_000;

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
/** By organisation, the destinations whose circuit is open. */
const open = new Map<unknown, Set<unknown>>();
/** Messages that an open circuit sent to the retry queue. */
let sentToRetries = 0;
const folder = mkdtempSync(join(tmpdir(), 'chainwatch-bench-'));
// Posts of these kinds go to the host of the vendor, whatever the destination says.
const vendors = { telegram: hanging.url, pagerduty: hanging.url };
const stack = await startStackProcess(folder, count, { networkMs: NETWORK_MS }, vendors);
const organisations = pingedOrganisations({ baseUrl: stack.baseUrl, folder });

try {
  const ours = await organisations.withWebhooks([quick.url]);
  const oneDead = await organisations.withWebhooks([hanging.url]);
  const manyDead = await organisations.withWebhooks(
    Array.from({ length: MAX_WEBHOOKS }, (_, n) => `${hanging.url}${n}`),
  );
  const deadDestinations = await organisations.withDestinations(hanging.url, DESTINATIONS);
  await warmUp(ours.ping);
  stack.units.clear();
  const alone = await paced(ours.ping);
  const unitsAlone = unitsOf(stack.units);
  const rows: [string, number[]][] = [['alone', alone]];
  const measureBeside = async (name: string): Promise<void> => {
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
  };
  for (const [name, theirs] of [
    ['at one subscription', oneDead],
    [`at ${MAX_WEBHOOKS} subscriptions`, manyDead],
    [`at ${DESTINATIONS} destinations of each kind, at first`, deadDestinations],
  ] as const) {
    await mapConcurrent(Array.from({ length: HANGING }), 20, theirs.ping);
    await measureBeside(name);
  }
  const openAmongDead = () => [...deadDestinations.organisationIds].reduce((n, id) => n + (open.get(id)?.size ?? 0), 0);
  while (openAmongDead() < deadDestinations.size) {
    await mapConcurrent(Array.from({ length: deadDestinations.size }), 20, deadDestinations.ping);
    const circuits = `${openAmongDead()} of ${deadDestinations.size} destinations`;
    console.log(`the circuits of ${circuits} are open; ${hung} requests hung so far`);
    await sleep(ATTEMPT_MS);
  }
  for (let before = -1; before < sentToRetries; ) {
    before = sentToRetries;
    await sleep(ATTEMPT_MS);
  }
  await measureBeside(`at ${DESTINATIONS} destinations of each kind, circuits open`);
  report(rows, unitsAlone);
} finally {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
  for (const { server } of [quick, hanging]) {
    server.close();
    server.closeAllConnections();
  }
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

function count({ event, why, organisation, destination }: LogLine): void {
  if (event.startsWith('delivery.')) events.set(event, (events.get(event) ?? 0) + 1);
  if (why !== 'circuit_open') return;
  sentToRetries++;
  open.set(organisation, (open.get(organisation) ?? new Set()).add(destination));
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
  const [, beside, , besideHanging, besideDead] = ratios;
  const units = unitsAlone / PACED;
  reportGoals([
    { name: 'p99 beside one hanging subscription by p99 alone', figure: beside ?? null, unit: '×', atMost: BOUND },
    {
      name: `p99 beside ${DESTINATIONS} dead destinations of each kind by p99 alone`,
      figure: besideDead ?? null,
      unit: '×',
      atMost: BOUND,
    },
    {
      name: `p99 beside ${DESTINATIONS} destinations of each kind that just began to hang, by p99 alone`,
      figure: besideHanging ?? null,
      unit: '×',
    },
    { name: 'units per delivery, with the request that creates the delivery', figure: units, unit: 'units' },
  ]);
}

const { ratio, note } = await isolationOfEvaluation();
reportGoals([
  { name: 'p99 of alerts beside the most matches, by p99 alone', figure: ratio, unit: '×', atMost: BOUND, note },
]);
process.exit();
