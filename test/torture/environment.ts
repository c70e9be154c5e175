import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetQueueAttributesCommand, type QueueAttributeName, type SQSClient } from '@aws-sdk/client-sqs';
import { JsonRpcProvider } from 'ethers';
import { startFauxqs } from 'fauxqs';
import * as z from 'zod';
import { openTable } from '../../lib/platform/table/table.ts';
import { startStrictDynamoDb } from '../../local/aws/dynamodb/start-strict.ts';
import type { Strictness } from '../../local/aws/dynamodb/strictness.ts';
import { clientsOf } from '../../local/aws/function-environment.ts';
import { STACK_NAME } from '../../local/cli/build.ts';
import { Processes } from '../../local/processes/child-processes.ts';
import { DataDir } from '../../local/processes/data-dir.ts';
import { indexStreamRecords, startAnvil } from '../../local/processes/emulators.ts';
import { putContracts } from './attacks.ts';
import { bundledStack } from './bundled.ts';
import { FaultInjector } from './fault-injector.ts';
import type { Call } from './intercepted-call.ts';
import { JournalReader } from './journal.ts';
import type { Plan } from './plan.ts';
import { startPriceServer } from './price-server.ts';
import { startProxy } from './proxy.ts';
import { startReceivers } from './receivers.ts';
import type { FaultSetup } from './stack.ts';
import { StackProcess } from './stack-process.ts';

/**
 * The visibility timeout of the queues, in seconds. A deployed stack has minutes. After 5 s `deliver` sends the
 * messages that are left anew. With a shorter timeout each of them would come twice, and on a busy machine ever more
 * often.
 */
const VISIBILITY_SECONDS = '6';

/**
 * Longer delays and smaller limits than on AWS, so that the little data of a run meets an old index, a transaction in
 * flight, a throttled partition and a full page.
 */
const HARSH: Partial<Strictness> = {
  lagMs: 3000,
  dwellMs: 20,
  partitionRate: { write: 200, read: 600 },
  batchBytes: 4096,
};

/**
 * Opens the environment of torture runs: emulators that outlive the stack, proxies between the stack and the emulators,
 * receivers, and the stack in a process of its own.
 * @param scarce whether the stack gives its functions less than `npm start`.
 */
export async function openEnvironment({ scarce }: { scarce: boolean }) {
  await using pile = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'chainwatch-torture-'));
  const processes = new Processes();
  pile.defer(() => processes.stop());
  const dataDir = new DataDir(directory);
  const deaths: string[] = [];
  const emulator = { dataDir, processes, onDeath: (message: string) => void deaths.push(message) };

  const journal = join(directory, 'journal.jsonl');
  writeFileSync(journal, '');
  const reader = new JournalReader(journal);

  const injected: string[] = [];
  const mails = new Map<string, Set<string>>();
  const logged = new Map<string, number>();
  let stack: StackProcess | undefined;
  let plan: Plan | undefined;
  let killsBefore = 0;
  let nodeAhead = 0;
  const injector = new FaultInjector({ kill: () => stack?.kill(), onInjected: (what) => void injected.push(what) });
  const [strict, anvil, prices, queues, file] = await Promise.all([
    startStrictDynamoDb(emulator, HARSH),
    startAnvil(emulator),
    startPriceServer(),
    startFauxqs({ port: 0, logger: false }),
    bundledStack(),
  ]);
  pile.defer(() => queues.stop());
  pile.defer(prices.stop);
  pile.defer(strict.stop);
  const dynamoDb = strict.endpoint;
  const proxied = async (target: string, rewrite: object = {}) => {
    const proxy = await startProxy({ target, injector, ...rewrite });
    pile.defer(proxy.stop);
    return proxy.url;
  };
  const sqs = `http://127.0.0.1:${queues.port}`;
  const receivers = await startReceivers(injector, () => Date.now() + (stack?.aheadMs ?? 0));
  pile.defer(receivers.stop);
  const started = new StackProcess({
    directory,
    file,
    journal,
    dynamoDb,
    sqs,
    scarce,
    rpc: await proxied(anvil),
    prices: prices.url,
    pagers: receivers.url,
    proxied: {
      dynamoDb: await proxied(dynamoDb, { rewriteAnswer: withStackTime }),
      sqs: await proxied(sqs, { rewriteCall: withShortVisibility }),
    },
    faultSetup,
    onKilled: () => injector.killed(),
    onDeath: (message) => void deaths.push(message),
  });
  stack = started;
  pile.defer(() => started.stop());
  const node = new JsonRpcProvider(anvil, 31337, { staticNetwork: true, cacheTimeout: -1, pollingInterval: 20 });
  pile.defer(() => node.destroy());
  // The reads of the harness must not use up what a partition serves.
  const client = clientsOf({ dynamoDb: strict.engine, sqs });

  await putContracts(node);
  // A reorganisation needs blocks to remove.
  await node.send('anvil_mine', ['0x10']);
  await started.served;
  indexStreamRecords(dataDir);

  /** Moves the creation time of stream records to the stack's clock, which is ahead of the emulator's clock. */
  function withStackTime({ operation }: Call, body: string): string {
    if (operation !== 'GetRecords') return body;
    const later = (seconds: string) => String(Number(seconds) + (stack?.aheadMs ?? 0) / 1000);
    return body.replace(/("ApproximateCreationDateTime":)([\d.]+)/g, (_, key, seconds) => `${key}${later(seconds)}`);
  }

  /** The faults for the functions. The process of the stack injects these faults and kills itself at planned calls. */
  function faultSetup(kills: number): FaultSetup {
    if (plan === undefined) return null;
    const kill = injector.nextKill;
    return {
      seed: plan.seed,
      life: kills - killsBefore,
      kill: kill?.at === 'call' && kill.who !== 'stack' ? kill : null,
    };
  }

  const opened = pile.move();
  return {
    directory,
    stack: started,
    /** Faults and kills since `startFaults`. */
    injected,
    /** The hashes of the mails that the mail service accepted, by delivery. */
    mails,
    /** How often the functions logged rare events. */
    logged,
    /** Reads the new entries of the journal. */
    readJournal(): void {
      for (const entry of reader.unread()) {
        if ('injected' in entry) injected.push(entry.injected);
        else if ('mail' in entry) mails.set(entry.delivery, (mails.get(entry.delivery) ?? new Set()).add(entry.mail));
        else logged.set(entry.logged, (logged.get(entry.logged) ?? 0) + 1);
      }
    },
    /** Moves the clock of the node to the clock of the stack, so that blocks have the present time. */
    async followClock(): Promise<void> {
      const seconds = Math.floor(started.aheadMs / 1000) - nodeAhead;
      nodeAhead += seconds;
      if (seconds > 0) await node.send('evm_increaseTime', [seconds]);
    },
    startFaults(next: Plan): void {
      injected.length = 0;
      plan = next;
      killsBefore = started.kills;
      injector.begin(next, next.kills);
      prices.begin(next);
      started.sendFaultSetup();
    },
    stopFaults(): void {
      plan = undefined;
      injector.end();
      prices.end();
      started.sendFaultSetup();
    },
    receivers,
    prices,
    node,
    deaths,
    /** The table, without the proxies and without the limits of AWS. */
    table: openTable(STACK_NAME, client.dynamoDb),
    /** Whether a queue has visible or in-flight messages. Delayed messages do not count. */
    async isBusy(): Promise<boolean> {
      const counts = await Promise.all(
        BUSY_QUEUES.map((queue) => messagesIn(client.sqs, `${sqs}/000000000000/${queue}`)),
      );
      return counts.some((count) => count > 0);
    },
    /** Stops everything. With `keep`, the folder with the stack's log remains. */
    close: async ({ keep = false } = {}) => {
      await opened.disposeAsync();
      if (!keep) rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

export type Environment = Awaited<ReturnType<typeof openEnvironment>>;

const BUSY_QUEUES = ['deliveries', 'retries', 'evaluations', 'matches'].map((name) => `${STACK_NAME}-${name}`);
const Counts = z.record(z.string(), z.coerce.number());

async function messagesIn(sqs: SQSClient, QueueUrl: string): Promise<number> {
  const AttributeNames: QueueAttributeName[] = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'];
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
  return Object.values(Counts.parse(Attributes)).reduce((sum, count) => sum + count, 0);
}

const Attributes = z.looseObject({ Attributes: z.record(z.string(), z.string()).optional() });

/** Shortens the visibility timeout in the calls that create a queue. */
function withShortVisibility({ operation, body }: Call): string {
  if (operation !== 'CreateQueue' && operation !== 'SetQueueAttributes') return body;
  const call = Attributes.parse(JSON.parse(body));
  if (call.Attributes?.VisibilityTimeout === undefined) return body;
  const changed = { ...call, Attributes: { ...call.Attributes, VisibilityTimeout: VISIBILITY_SECONDS } };
  return JSON.stringify(changed);
}
