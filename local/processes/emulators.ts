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
  /** Its URL. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

export interface EmulatorOptions {
  readonly dataDir: DataDir;
  readonly processes: Processes;
  /** Told when an emulator ends although nobody stopped it. */
  onDeath(message: string): void;
}

export interface DynamoDbOptions extends Omit<EmulatorOptions, 'dataDir'> {
  readonly dataDir: DataDir | null;
}

const DATABASE = 'dynamodb.sqlite';

/** DynamoDB: dynoxide on an SQLite file, or in memory if `dataDir` is null. */
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

/** Tries another port when something else takes the free one first. Answers the endpoint. */
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
 * Without these indexes each write with the stream on takes longer the more stream records there are. They are not
 * dynoxide's own, so they are made in its file, when its tables are there.
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

/** SQS: fauxqs in this process. */
export async function startQueues(dataDir: DataDir): Promise<Emulator> {
  // It listens on all addresses and cannot be told otherwise; nothing in this process is for other machines.
  subscribe(NEW_CONNECTION, refuseOthers);
  const server = await startFauxqs({ port: 0, logger: false, dataDir: dataDir.file('queues') });
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    stop: async () => {
      await server.stop();
      unsubscribe(NEW_CONNECTION, refuseOthers);
    },
  };
}

/** Node tells here of each connection that a server of this process accepts. */
const NEW_CONNECTION = 'net.server.socket';

function refuseOthers(message: unknown): void {
  const { socket } = z.object({ socket: z.instanceof(Socket) }).parse(message);
  if (!/^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')) socket.destroy();
}

/** An EVM chain: anvil, chain id 31337, mining a block per transaction. Its state is kept from start to start. */
export async function startAnvil({ dataDir, processes, onDeath }: EmulatorOptions): Promise<string> {
  const binary = binaryOf('@foundry-rs/anvil-linux-amd64', 'bin/anvil', 'the URL of an EVM node with --rpc anvil=URL');
  const state = ['--state', dataDir.file('anvil.json'), '--state-interval', '30', '--preserve-historical-states'];
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

/** @throws UserError when the package is not there: npm leaves out what is not for this platform. */
export function binaryOf(name: string, path: string, instead: string): string {
  const file = resolvePackage(name)?.replace(/package\.json$/, path);
  if (file !== undefined && existsSync(file)) return file;
  throw new UserError(
    `The package ${name} is not installed (this is ${platform}-${arch}; it exists for linux-x64). Run \`npm ci\`, or set ${instead}.`,
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
