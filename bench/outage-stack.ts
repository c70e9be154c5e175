import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { startStrictDynamoDb } from '../local/aws/dynamodb/start-strict.ts';
import type { OnConsumed } from '../local/aws/dynamodb/strict-dynamodb.ts';
import type { Strictness } from '../local/aws/dynamodb/strictness.ts';
import { startQueuesAndFiles } from '../local/aws/queues-and-files.ts';
import { Processes } from '../local/processes/child-processes.ts';
import { DataDir } from '../local/processes/data-dir.ts';
import { DATABASE, indexStreamRecords } from '../local/processes/emulators.ts';

const Ready = z.object({ baseUrl: z.string(), apiKey: z.string() });
const Line = z.looseObject({ event: z.string() });

/** A line of the log of the stack. */
export type LogLine = z.output<typeof Line>;

/** The units that a function consumed. */
export interface Consumed {
  readonly read: number;
  readonly write: number;
}

/**
 * Starts the local stack in a process of its own, as `npm start` does. The strict engines run in this process, so that
 * the functions have a processor for themselves. Counts the consumed units by function.
 * @param log takes each line of the log.
 * @param strict how DynamoDB differs from that of `npm start`.
 * @param vendors URLs that stand in for the hosts of vendors, by kind of destination.
 * @param onConsumed takes each request to DynamoDB with its units.
 */
export async function startStackProcess(
  folder: string,
  log: (line: LogLine) => void = () => {},
  strict: Partial<Strictness> = {},
  vendors: Readonly<Record<string, string>> = {},
  onConsumed: OnConsumed = () => {},
) {
  const processes = new Processes();
  const dataDir = new DataDir(folder);
  dataDir.requireFormat(DATABASE);
  const units = new Map<string, Consumed>();
  const consumed: OnConsumed = (accessKey, own, request) => {
    const [name = ''] = accessKey.split('.');
    const before = units.get(name) ?? { read: 0, write: 0 };
    units.set(name, { read: before.read + own.read, write: before.write + own.write });
    onConsumed(accessKey, own, request);
  };
  const onDeath = (message: string) => {
    throw new Error(message);
  };
  const dynamoDb = await startStrictDynamoDb({ dataDir, processes, onDeath }, strict, { onConsumed: consumed });
  const queues = await startQueuesAndFiles(dataDir);
  const start = new URL('../local/cli/start.ts', import.meta.url).pathname;
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64'];
  const args = [...flags, start, '--json', '--no-watch', '--port', '0'];
  args.push(...Object.entries(vendors).flatMap(([kind, url]) => ['--vendor', `${kind}=${url}`]));
  const child = spawn(process.execPath, [...args, '--data-dir', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DYNAMODB_ENDPOINT: dynamoDb.endpoint,
      SQS_ENDPOINT: queues.endpoint,
      S3_ENDPOINT: queues.endpoint,
    },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  createInterface(child.stderr).on('line', (text) => {
    const line = text.startsWith('{') ? Line.safeParse(JSON.parse(text)).data : undefined;
    if (line !== undefined) log(line);
  });
  const exited = once(child, 'exit');
  const [first] = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
  if (typeof first !== 'string') throw new Error(`The stack ended with ${first}`);
  indexStreamRecords(dataDir);
  return {
    ...Ready.parse(JSON.parse(first)),
    units,
    /** The processor time of the process so far, in milliseconds. It depends little on other load of the machine. */
    cpuMs: () => cpuMsOf(child.pid),
    /** The same of the table: of its engine, and of this process, which plays the limits of AWS before the engine. */
    tableCpuMs(): number {
      const { user, system } = process.cpuUsage();
      return processes.pids.reduce((sum, pid) => sum + cpuMsOf(pid), (user + system) / 1000);
    },
    async stop(): Promise<void> {
      child.kill('SIGINT');
      await exited;
      process.removeListener('exit', kill);
      await Promise.all([dynamoDb.stop(), queues.stop()]);
      await processes.stop();
    },
  };
}

/** Linux counts in ticks of 10 ms. The fields after the name of the process begin with the state, the third field. */
function cpuMsOf(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10;
}

export type StackProcess = Awaited<ReturnType<typeof startStackProcess>>;
