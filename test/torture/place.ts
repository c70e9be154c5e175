import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonRpcProvider } from 'ethers';
import { startFauxqs } from 'fauxqs';
import * as z from 'zod';
import { openTable } from '../../lib/table/table.ts';
import { STACK_NAME } from '../../local/build.ts';
import { DataDir } from '../../local/data-dir.ts';
import { indexStreamRecords, startAnvil, startDynamoDb } from '../../local/emulators.ts';
import { clientsOf } from '../../local/environment.ts';
import { Processes } from '../../local/processes.ts';
import { type Call, startProxy } from './proxy.ts';
import { startReceivers } from './receivers.ts';
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

  let stack: StackProcess | undefined;
  const storm = new Storm(() => stack?.kill());
  const [dynamoDb, anvil, queues] = await Promise.all([
    startDynamoDb(emulator),
    startAnvil(emulator),
    startFauxqs({ port: 0, logger: false }),
  ]);
  pile.defer(() => queues.stop());
  const proxied = async (target: string, rewrite: object = {}) => {
    const proxy = await startProxy({ target, storm, ...rewrite });
    pile.defer(proxy.stop);
    return proxy.url;
  };
  const started = new StackProcess({
    directory,
    dynamoDb: await proxied(dynamoDb, { rewriteAnswer: freshened }),
    sqs: await proxied(`http://127.0.0.1:${queues.port}`, { rewriteCall: impatient }),
    rpc: await proxied(anvil),
    onDeath: (message) => void deaths.push(message),
  });
  stack = started;
  pile.defer(() => started.stop());
  const receivers = await startReceivers(storm);
  pile.defer(receivers.stop);
  const node = new JsonRpcProvider(anvil, 31337, { staticNetwork: true, cacheTimeout: -1, pollingInterval: 20 });
  pile.defer(() => node.destroy());
  const client = clientsOf({ dynamoDb, sqs: `http://127.0.0.1:${queues.port}` });

  await started.served;
  indexStreamRecords(dataDir);

  /** The stack's clock is ahead of the emulator's, and a record must not be old before it is read. */
  function freshened({ operation }: Call, body: Buffer): Buffer {
    if (operation !== 'GetRecords') return body;
    const later = (seconds: string) => String(Number(seconds) + (stack?.aheadMs ?? 0) / 1000);
    const text = body.toString();
    return Buffer.from(
      text.replace(/("ApproximateCreationDateTime":)([\d.]+)/g, (_, key, seconds) => `${key}${later(seconds)}`),
    );
  }

  const opened = pile.move();
  return {
    directory,
    storm,
    stack: started,
    receivers,
    node,
    deaths,
    /** Past the proxies. */
    table: openTable(STACK_NAME, client.dynamoDb),
    /** Ends everything; the folder with the stack's log is left when `keep`. */
    close: async ({ keep = false } = {}) => {
      await opened.disposeAsync();
      if (!keep) rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

export type Place = Awaited<ReturnType<typeof openPlace>>;

const Attributes = z.looseObject({ Attributes: z.record(z.string(), z.string()).optional() });

/** The call that makes a queue, with a visibility timeout that does not keep the harness waiting. */
function impatient({ operation, body }: Call): Buffer {
  if (operation !== 'CreateQueue' && operation !== 'SetQueueAttributes') return body;
  const call = Attributes.parse(JSON.parse(body.toString()));
  if (call.Attributes?.VisibilityTimeout === undefined) return body;
  const changed = { ...call, Attributes: { ...call.Attributes, VisibilityTimeout: VISIBILITY_SECONDS } };
  return Buffer.from(JSON.stringify(changed));
}
