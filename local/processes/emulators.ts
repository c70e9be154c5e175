import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { freePort, type Processes } from './child-processes.ts';
import type { DataDir } from './data-dir.ts';
import { hasCode, messageOf, UserError } from './user-error.ts';

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
  const binary = engineFile('dynoxide', 'set DYNAMODB_ENDPOINT to the URL of a DynamoDB Local');
  return onFreePort((host, port, endpoint) =>
    processes.start({
      name: 'dynoxide',
      command: binary,
      args: ['serve', '--host', host, '-p', port, ...(dataDir === null ? [] : ['--db-path', dataDir.file(DATABASE)])],
      ready: () => fetch(endpoint),
      onDeath,
    }),
  );
}

/**
 * Tries up to three ports, in case another process takes a free port first. Returns the endpoint. Each emulator has a
 * random address out of the 16 million of the loopback network: emulators answer everybody who finds them, and a page
 * of a browser can try the ports of 127.0.0.1, but not all addresses.
 */
async function onFreePort(start: (host: string, port: string, endpoint: string) => Promise<void>): Promise<string> {
  for (let tries = 3; ; tries--) {
    const port = await freePort();
    const host = `127.${[...randomBytes(3)].join('.')}`;
    const endpoint = `http://${host}:${port}`;
    try {
      await start(host, String(port), endpoint);
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

/** Seconds. anvil has no switch for its dumps while it runs, so the next dump comes after a year. */
const NO_DUMP_BEFORE_EXIT = '31536000';

/**
 * Starts an EVM chain: anvil with chain id 31337, one block per transaction. anvil writes its state when it ends, and
 * reads this state at the next start. anvil 1.7.1 may hang if it writes the states of past blocks while it mines.
 */
export async function startAnvil({ dataDir, processes, onDeath }: EmulatorOptions): Promise<string> {
  const binary = engineFile('anvil', 'name an EVM node of yours with --rpc anvil=URL');
  const file = dataDir.file('anvil.json');
  const state = ['--state', file, '--preserve-historical-states', '--state-interval', NO_DUMP_BEFORE_EXIT];
  return onFreePort((host, port, endpoint) =>
    processes.start({
      name: 'anvil',
      command: binary,
      args: ['--host', host, '--port', port, '--no-cors', '--quiet', ...state],
      ready: () =>
        fetch(endpoint, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}' }),
      onDeath,
    }),
  );
}

/** By engine and platform, the optional package of this repository and the path of the engine in it. */
const ENGINES = {
  dynoxide: { 'linux-x64': ['@dynoxide/linux-x64', 'dynoxide'] },
  anvil: {
    'linux-x64': ['@foundry-rs/anvil-linux-amd64', 'bin/anvil'],
    'linux-arm64': ['@foundry-rs/anvil-linux-arm64', 'bin/anvil'],
    'darwin-arm64': ['@foundry-rs/anvil-darwin-arm64', 'bin/anvil'],
    'darwin-x64': ['@foundry-rs/anvil-darwin-amd64', 'bin/anvil'],
  },
  surfpool: {
    'linux-x64': ['@solana/surfpool-linux-x64-gnu', 'surfpool-sdk.linux-x64-gnu.node'],
    'darwin-arm64': ['@solana/surfpool-darwin-arm64', 'surfpool-sdk.darwin-arm64.node'],
    'darwin-x64': ['@solana/surfpool-darwin-x64', 'surfpool-sdk.darwin-x64.node'],
  },
} as const satisfies Record<string, Readonly<Record<string, readonly [name: string, path: string]>>>;

/**
 * The file of an engine.
 * @param instead what people can do on a platform without the engine.
 * @throws UserError when the engine does not exist for this platform, or npm did not install its package.
 */
export function engineFile(engine: keyof typeof ENGINES, instead: string, here = `${platform}-${arch}`): string {
  const packages = new Map<string, readonly [string, string]>(Object.entries(ENGINES[engine]));
  const [name, path] = packages.get(here) ?? [];
  if (name === undefined || path === undefined) {
    const platforms = [...packages.keys()].join(', ');
    throw new UserError(`${engine} does not exist for ${here}, only for ${platforms}: ${instead}. ${whatWorks(here)}`);
  }
  const file = resolvePackage(name)?.replace(/package\.json$/, path);
  if (file !== undefined && existsSync(file)) return file;
  throw new UserError(`The package ${name} is not installed. Run \`npm ci\`, or ${instead}.`);
}

/** What a platform has although an engine is missing there. */
function whatWorks(here: string): string {
  if (here.startsWith('win32')) return 'Or use WSL 2, which is Linux.';
  const present = Object.entries(ENGINES).flatMap(([engine, packages]) => (here in packages ? [engine] : []));
  const works = [...present, 'the recorded XRP ledgers', 'the command line', 'the SDK'];
  return `What exists for ${here}: ${works.join(', ')}.`;
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`);
  } catch (error) {
    if (hasCode(error, 'MODULE_NOT_FOUND')) return undefined;
    throw error;
  }
}
