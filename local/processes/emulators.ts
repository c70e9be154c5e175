import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { arch, platform } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { startFauxqs } from 'fauxqs';
import * as z from 'zod';
import { freePort, type Processes } from './child-processes.ts';
import type { DataDir } from './data-dir.ts';
import { hasCode, messageOf, UserError } from './user-error.ts';

export interface Emulator {
  readonly endpoint: string;
  stop(): Promise<void>;
}

export interface EmulatorOptions {
  readonly dataDir: DataDir;
  readonly processes: Processes;
  /** Called when an emulator ends unexpectedly. */
  onDeath(message: string): void;
}

export interface DynamoDbOptions extends Omit<EmulatorOptions, 'dataDir'> {
  readonly dataDir: DataDir | null;
}

/** The file of the table in the data folder. */
export const DATABASE = 'dynamodb.sqlite';

/** Starts DynamoDB: dynoxide on an SQLite file, or in memory if `dataDir` is null. */
export async function startDynamoDb({ dataDir, processes, onDeath }: DynamoDbOptions): Promise<string> {
  const binary = binaryOf('@dynoxide/linux-x64', 'dynoxide', 'DYNAMODB_ENDPOINT to the URL of a DynamoDB Local');
  return onFreePort((port, endpoint) =>
    processes.start({
      name: 'dynoxide',
      command: binary,
      args: ['serve', '-p', port, ...(dataDir === null ? [] : ['--db-path', dataDir.file(DATABASE)])],
      ready: () => fetch(endpoint),
      onDeath,
    }),
  );
}

/** Tries up to three ports, in case another process takes a free port first. Returns the endpoint. */
async function onFreePort(start: (port: string, endpoint: string) => Promise<void>): Promise<string> {
  for (let tries = 3; ; tries--) {
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}`;
    try {
      await start(String(port), endpoint);
      return endpoint;
    } catch (error) {
      if (tries === 1 || !/in use/i.test(messageOf(error))) throw error;
    }
  }
}

/**
 * Adds indexes to dynoxide's file. Without the indexes, each write to a table with a stream takes longer the more
 * stream records exist. dynoxide does not create these indexes. Call this function after dynoxide has created its
 * tables.
 */
export function indexStreamRecords(dataDir: DataDir): void {
  const database = new DatabaseSync(dataDir.file(DATABASE), { timeout: 5000 });
  const sequence = 'CAST(sequence_number AS INTEGER)';
  database.exec(`
    CREATE INDEX IF NOT EXISTS lx1 ON _stream_records(table_name, ${sequence});
    CREATE INDEX IF NOT EXISTS lx2 ON _stream_records(table_name, shard_id, ${sequence});
  `);
  database.close();
}

/** Starts SQS and S3: fauxqs in this process. Each object of S3 is a file of the folder `files`. */
export async function startQueuesAndFiles(dataDir: DataDir): Promise<Emulator> {
  // fauxqs always listens on all addresses. This process refuses connections of other machines.
  subscribe(NEW_CONNECTION, refuseOthers);
  const folders = { dataDir: dataDir.file('queues'), s3StorageDir: dataDir.file('files') };
  const server = await startFauxqs({ port: 0, logger: false, ...folders });
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    stop: async () => {
      await server.stop();
      unsubscribe(NEW_CONNECTION, refuseOthers);
    },
  };
}

/** Node publishes each accepted connection of this process on this channel. */
const NEW_CONNECTION = 'net.server.socket';

function refuseOthers(message: unknown): void {
  const { socket } = z.object({ socket: z.instanceof(Socket) }).parse(message);
  if (!/^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')) socket.destroy();
}

/** Seconds. anvil has no switch for its dumps while it runs, so the next dump comes after a year. */
const NO_DUMP_BEFORE_EXIT = '31536000';

/**
 * Starts an EVM chain: anvil with chain id 31337, one block per transaction. anvil writes its state when it ends, and
 * reads this state at the next start. anvil 1.7.1 may hang if it writes the states of past blocks while it mines.
 */
export async function startAnvil({ dataDir, processes, onDeath }: EmulatorOptions): Promise<string> {
  const binary = binaryOf('@foundry-rs/anvil-linux-amd64', 'bin/anvil', 'the URL of an EVM node with --rpc anvil=URL');
  const file = dataDir.file('anvil.json');
  const state = ['--state', file, '--preserve-historical-states', '--state-interval', NO_DUMP_BEFORE_EXIT];
  return onFreePort((port, endpoint) =>
    processes.start({
      name: 'anvil',
      command: binary,
      args: ['--port', port, '--quiet', ...state],
      ready: () =>
        fetch(endpoint, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}' }),
      onDeath,
    }),
  );
}

/** The path of a binary. @throws UserError when npm skipped the package, because it is not for this platform. */
export function binaryOf(name: string, path: string, instead: string): string {
  const file = resolvePackage(name)?.replace(/package\.json$/, path);
  if (file !== undefined && existsSync(file)) return file;
  throw new UserError(
    `The package ${name} is not installed (this is ${platform}-${arch}; it exists for linux-x64). ` +
      `Run \`npm ci\`, or set ${instead}.`,
  );
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`);
  } catch (error) {
    if (hasCode(error, 'MODULE_NOT_FOUND')) return undefined;
    throw error;
  }
}
