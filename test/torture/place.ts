import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetQueueAttributesCommand, type QueueAttributeName, type SQSClient } from '@aws-sdk/client-sqs';
import { JsonRpcProvider } from 'ethers';
import { startFauxqs } from 'fauxqs';
import * as z from 'zod';
import { openTable } from '../../lib/platform/table/table.ts';
import { clientsOf } from '../../local/aws/function-environment.ts';
import { STACK_NAME } from '../../local/cli/build.ts';
import { Processes } from '../../local/processes/child-processes.ts';
import { DataDir } from '../../local/processes/data-dir.ts';
import { indexStreamRecords, startAnvil, startDynamoDb } from '../../local/processes/emulators.ts';
import { bundledStack } from './bundled.ts';
import type { Call } from './calls.ts';
import { JournalReader } from './journal.ts';
import type { Plan } from './plan.ts';
import { startProxy } from './proxy.ts';
import { startReceivers } from './receivers.ts';
import type { Forecast } from './stack.ts';
import { StackProcess } from './stack-process.ts';
import { Storm } from './storm.ts';

/** Seconds for which a message that was received and not deleted is hidden, in place of minutes. */
const VISIBILITY_SECONDS = '2';

/**
 * All that a stack needs to be tortured: emulators that outlive it, proxies between it and them, receivers, and the stack in
 * a process of its own.
 */
export async function openPlace() {
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

  const met: string[] = [];
  const mails = new Map<string, Set<string>>();
  const logged = new Map<string, number>();
  let stack: StackProcess | undefined;
  let plan: Plan | undefined;
  let killsBefore = 0;
  const storm = new Storm({ kill: () => stack?.kill(), meets: (what) => void met.push(what) });
  const [dynamoDb, anvil, queues, file] = await Promise.all([
    startDynamoDb(emulator),
    startAnvil(emulator),
    startFauxqs({ port: 0, logger: false }),
    bundledStack(),
  ]);
  pile.defer(() => queues.stop());
  const proxied = async (target: string, rewrite: object = {}) => {
    const proxy = await startProxy({ target, storm, ...rewrite });
    pile.defer(proxy.stop);
    return proxy.url;
  };
  const sqs = `http://127.0.0.1:${queues.port}`;
  const started = new StackProcess({
    directory,
    file,
    journal,
    dynamoDb,
    sqs,
    rpc: await proxied(anvil),
    proxied: {
      dynamoDb: await proxied(dynamoDb, { rewriteAnswer: freshened }),
      sqs: await proxied(sqs, { rewriteCall: impatient }),
    },
    forecast,
    onKilled: () => storm.killed(),
    onDeath: (message) => void deaths.push(message),
  });
  stack = started;
  pile.defer(() => started.stop());
  const receivers = await startReceivers(storm, () => Date.now() + started.aheadMs);
  pile.defer(receivers.stop);
  const node = new JsonRpcProvider(anvil, 31337, { staticNetwork: true, cacheTimeout: -1, pollingInterval: 20 });
  pile.defer(() => node.destroy());
  const client = clientsOf({ dynamoDb, sqs });

  // Blocks that a reorganisation may take away.
  await node.send('anvil_mine', ['0x10']);
  await started.served;
  indexStreamRecords(dataDir);

  /** The stack's clock is ahead of the emulator's, and a record must not be old before it is read. */
  function freshened({ operation }: Call, body: string): string {
    if (operation !== 'GetRecords') return body;
    const later = (seconds: string) => String(Number(seconds) + (stack?.aheadMs ?? 0) / 1000);
    return body.replace(/("ApproximateCreationDateTime":)([\d.]+)/g, (_, key, seconds) => `${key}${later(seconds)}`);
  }

  /** The stack itself sees to what its functions meet, and to the kills at their calls. */
  function forecast(kills: number): Forecast {
    if (plan === undefined) return null;
    const kill = storm.nextKill;
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
    /** Faults and kills since the storm began. */
    met,
    /** Of each delivery, what the mail service took. */
    mails,
    /** How often the functions logged what is rare. */
    logged,
    /** Takes in what the stack told of itself since the last time. */
    listen(): void {
      for (const entry of reader.news()) {
        if ('met' in entry) met.push(entry.met);
        else if ('mail' in entry) mails.set(entry.delivery, (mails.get(entry.delivery) ?? new Set()).add(entry.mail));
        else logged.set(entry.logged, (logged.get(entry.logged) ?? 0) + 1);
      }
    },
    beginStorm(next: Plan): void {
      met.length = 0;
      plan = next;
      killsBefore = started.kills;
      storm.begin(next, next.kills);
      started.foretell();
    },
    endStorm(): void {
      plan = undefined;
      storm.end();
      started.foretell();
    },
    receivers,
    node,
    deaths,
    /** Past the proxies. */
    table: openTable(STACK_NAME, client.dynamoDb),
    /** Whether messages are in a queue, or with a function; those that are delayed wait for their time. */
    async isAtWork(): Promise<boolean> {
      const counts = await Promise.all(
        WORKED_OFF.map((queue) => messagesIn(client.sqs, `${sqs}/000000000000/${queue}`)),
      );
      return counts.some((count) => count > 0);
    },
    /** Ends everything; the folder with the stack's log is left when `keep`. */
    close: async ({ keep = false } = {}) => {
      await opened.disposeAsync();
      if (!keep) rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

export type Place = Awaited<ReturnType<typeof openPlace>>;

const WORKED_OFF = [`${STACK_NAME}-deliveries`, `${STACK_NAME}-retries`];
const Counts = z.record(z.string(), z.coerce.number());

async function messagesIn(sqs: SQSClient, QueueUrl: string): Promise<number> {
  const AttributeNames: QueueAttributeName[] = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'];
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
  return Object.values(Counts.parse(Attributes)).reduce((sum, count) => sum + count, 0);
}

const Attributes = z.looseObject({ Attributes: z.record(z.string(), z.string()).optional() });

/** The call that makes a queue, with a visibility timeout that does not keep the harness waiting. */
function impatient({ operation, body }: Call): string {
  if (operation !== 'CreateQueue' && operation !== 'SetQueueAttributes') return body;
  const call = Attributes.parse(JSON.parse(body));
  if (call.Attributes?.VisibilityTimeout === undefined) return body;
  const changed = { ...call, Attributes: { ...call.Attributes, VisibilityTimeout: VISIBILITY_SECONDS } };
  return JSON.stringify(changed);
}
