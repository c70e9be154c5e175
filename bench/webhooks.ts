import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { channels } from '../lib/channels/index.ts';
import { attemptMessage } from '../lib/deliveries/delivery-queue.ts';
import { pendingDelivery } from '../lib/deliveries/pending-delivery.ts';
import { deliveryRepo } from '../lib/deliveries/repo.ts';
import type { StoredDelivery } from '../lib/deliveries/schema.ts';
import { configuredSealer } from '../lib/platform/sealer.ts';
import { transact } from '../lib/platform/table/write.ts';
import { mapConcurrent } from '../lib/values/concurrent.ts';
import { OrganisationId } from '../lib/values/ids.ts';
import { createWebhook } from '../lib/webhooks/change-webhook.ts';
import { CreateWebhook } from '../lib/webhooks/schema.ts';
import { benchDeps } from './bench-deps.ts';
import { deliverInProcess, startReceiver } from './deliver-in-process.ts';
import { figure, median, printTable } from './figures.ts';
import { type Goal, reportGoals } from './goals.ts';
import { ratiosOf } from './rounds.ts';

/**
 * Measures the throughput of `deliver` against a loop that posts the same bytes to the same receiver, with as many
 * POSTs at a time. Runs the function itself in batches of messages as SQS delivers them, with ten lanes at a time:
 * one invocation with ten destinations, two with five destinations, or ten with one destination. The function and the
 * loop take turns.
 *
 * In Lambda each invocation has a processor, and DynamoDB has its own machines. Here all of them and the loop share one
 * machine. So the ratio with the goal is measured in slow motion: all simulated times are three times as long. A second
 * ratio is measured in real time, and the table states the processor time apart.
 */
const TABLE_MS = 8;
const SLOW_MOTION = 3;
const GOAL = 0.6;
const LANES = 10;
const ORGANISATIONS = 5;
const DELIVERIES = 100;
const ROUNDS = 3;

interface Scenario {
  readonly destinationsOfBatch: 1 | 5 | 10;
  /** Messages of one batch. In slow motion a lane of ten messages would run out of the function's time. */
  readonly batch: 5 | 10;
  readonly answersAfterMs: number;
  /** How much longer all simulated times are. */
  readonly times: number;
}

const SCENARIOS: readonly Scenario[] = [
  { destinationsOfBatch: 10, batch: 10, answersAfterMs: 100, times: SLOW_MOTION },
  { destinationsOfBatch: 5, batch: 10, answersAfterMs: 100, times: SLOW_MOTION },
  { destinationsOfBatch: 1, batch: 5, answersAfterMs: 100, times: SLOW_MOTION },
  { destinationsOfBatch: 10, batch: 10, answersAfterMs: 100, times: 1 },
  { destinationsOfBatch: 5, batch: 10, answersAfterMs: 100, times: 1 },
  { destinationsOfBatch: 1, batch: 10, answersAfterMs: 100, times: 1 },
  { destinationsOfBatch: 10, batch: 10, answersAfterMs: 20, times: 1 },
  { destinationsOfBatch: 10, batch: 10, answersAfterMs: 500, times: 1 },
];

// The function logs a line for each attempt.
let lastLine = '';
process.stderr.write = (text) => {
  lastLine = String(text);
  return true;
};
const receiver = await startReceiver();
const deliver = await deliverInProcess();
const deps = benchDeps(deliver.table);
const deliveries = deliveryRepo(deps);
const agent = new Agent({ keepAlive: true, maxSockets: LANES });

const hex = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}`;

/** Creates subscriptions, of which the organisations have the same number. */
async function subscriptions(answersAfterMs: number) {
  const owners = Array.from({ length: ORGANISATIONS }, () => OrganisationId.parse(randomUUID()));
  const changing = {
    ...deps,
    outbound: { assertDestination: async () => {} },
    sealer: configuredSealer({ now: () => new Date() }),
  };
  return mapConcurrent(Array.from({ length: LANES / ORGANISATIONS }, () => owners).flat(), 5, async (owner) => {
    const url = `${receiver.url}/${answersAfterMs}/${randomUUID()}`;
    return {
      owner,
      webhook: await createWebhook(changing, owner, CreateWebhook.parse({ url, events: ['alert.fired'] })),
    };
  });
}

/** Creates a delivery of an alert for the subscription. */
async function make({ owner, webhook }: Awaited<ReturnType<typeof subscriptions>>[number]): Promise<StoredDelivery> {
  const at = new Date().toISOString();
  const rule = { id: randomUUID(), name: 'Large transfer' };
  const transaction = {
    hash: hex(32),
    chain: 'ethereum',
    from: hex(20),
    to: hex(20),
    value_eth: '1.25',
    value_usd: '4031.17',
    block: 24_301_512,
    timestamp: at,
  };
  const delivery = pendingDelivery(owner, {
    id: randomUUID(),
    eventId: randomUUID(),
    ruleId: rule.id,
    webhookId: webhook.id,
    eventKind: 'alert.fired',
    channel: { kind: 'webhook', webhookId: webhook.id },
    url: webhook.url,
    body: JSON.stringify({ event: 'alert.fired', fired_at: at, rule, transaction }),
    createdAt: at,
  });
  await transact(deps.table, { delivery: deliveries.creations(owner, [delivery]) });
  return delivery;
}

const recordOf = (delivery: StoredDelivery) => ({
  messageId: delivery.id,
  receiptHandle: '',
  body: JSON.stringify(attemptMessage(delivery, channels.destinationOf(delivery))),
  attributes: { ApproximateReceiveCount: '1', SentTimestamp: '', SenderId: '', ApproximateFirstReceiveTimestamp: '' },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:deliveries',
  awsRegion: 'eu-central-1',
});

/** Milliseconds that the function takes for the batches. @throws Error when a message failed. */
async function delivered(batches: readonly StoredDelivery[][], invocations: number): Promise<number> {
  const began = performance.now();
  await mapConcurrent(batches, invocations, async (batch) => {
    const { batchItemFailures } = await deliver.handler({ Records: batch.map(recordOf) });
    if (batchItemFailures.length > 0) throw new Error(`${batchItemFailures.length} messages failed: ${lastLine}`);
  });
  return performance.now() - began;
}

/** Milliseconds that the loop takes. */
async function posted(all: readonly StoredDelivery[]): Promise<number> {
  const began = performance.now();
  await mapConcurrent(all, LANES, ({ url, body }) => post(url, body));
  return performance.now() - began;
}

const post = (url: string, body: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    request(url, { method: 'POST', agent, headers }, (response) => response.resume().once('end', resolve))
      .once('error', reject)
      .end(body);
  });

async function measured({ destinationsOfBatch, batch, answersAfterMs, times }: Scenario) {
  const subscribers = await subscriptions(answersAfterMs * times);
  const [ours, floor]: [number[], number[]] = [[], []];
  const { calls } = deliver;
  let used = { calls: 0, units: 0, processorMs: 0 };
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    deliver.pace.leastMs = 0;
    const all = await mapConcurrent([...Array(DELIVERIES).keys()], LANES, (n) => {
      const group = Math.floor(n / batch) * destinationsOfBatch;
      const subscriber = subscribers[(group + (n % destinationsOfBatch)) % LANES];
      if (subscriber === undefined) throw new Error('no such subscription');
      return make(subscriber);
    });
    const batches = Array.from({ length: DELIVERIES / batch }, (_, n) => all.slice(n * batch, (n + 1) * batch));
    deliver.pace.leastMs = TABLE_MS * times;
    Object.assign(calls, { made: 0, units: 0 });
    const processor = process.threadCpuUsage();
    const took = await delivered(batches, LANES / destinationsOfBatch);
    const { user, system } = process.threadCpuUsage(processor);
    const loop = await posted(all);
    if (round === 0) continue;
    ours.push(took);
    floor.push(loop);
    const per = (value: number) => value / DELIVERIES;
    used = { calls: per(calls.made), units: per(calls.units), processorMs: per((user + system) / 1000) };
  }
  return { ratios: ratiosOf(floor, ours), perSecond: (DELIVERIES * 1000) / median(ours), used };
}

console.log(
  `Simulated: each call to the table takes at least ${TABLE_MS} ms, and the receiver answers after a fixed time.`,
);
console.log(`In slow motion all these times are ${SLOW_MOTION} times as long. Absent: SQS.\n`);
try {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const scenario of SCENARIOS) {
    const { ratios, perSecond, used } = await measured(scenario);
    const { destinationsOfBatch, batch, answersAfterMs, times } = scenario;
    const isSlow = times > 1;
    const ratio = median(ratios);
    const name = `${destinationsOfBatch} in ${batch} messages, answer after ${answersAfterMs} ms`;
    if (isSlow) goals.push({ name: `throughput by the loop: ${name}`, figure: ratio, unit: '×', atLeast: GOAL });
    rows.push([
      `${name}${isSlow ? ', slow motion' : ''}`,
      figure(ratio),
      `${figure(Math.min(...ratios))} – ${figure(Math.max(...ratios))}`,
      isSlow ? '' : figure(perSecond),
      figure(used.processorMs),
      figure(used.calls),
      figure(used.units),
    ]);
  }
  const head = ['destinations of a batch', 'ratio', 'range', 'per second', 'processor ms', 'calls', 'units'];
  printTable(head, rows);
  console.log(
    '\nratio: the time of the loop by the time of `deliver`. Processor, table calls and units are per delivery.',
  );
  reportGoals(goals);
} finally {
  agent.destroy();
  await receiver.stop();
  await deliver.stop();
}
