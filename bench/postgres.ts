import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Processes } from '../local/processes/child-processes.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const USER = 'bench';
const DATABASE = 'postgres';

export const hasPostgres = (): boolean => existsSync(join(BIN, 'postgres'));

/** PostgreSQL refuses to run as root. Debian's package creates this user. */
const asOwner = (command: string, args: readonly string[]): [command: string, args: string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]]
    : [command, [...args]];

/** The tables are made once and then only read, so nothing needs to survive a crash. */
const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  work_mem: '64MB',
  maintenance_work_mem: '512MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
  jit: 'off',
};

/** Starts the cluster of a folder. `load` fills the cluster when the folder does not exist yet. */
export async function startPostgres(folder: string, load: (client: pg.Client) => Promise<void>) {
  if (!existsSync(folder)) {
    const making = `${folder}.making`;
    rmSync(making, { recursive: true, force: true });
    mkdirSync(making);
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres:postgres', making]);
    execFileSync(
      ...asOwner(join(BIN, 'initdb'), ['-D', making, '-U', USER, '--locale=C', '-E', 'UTF8', '-A', 'trust']),
    );
    const { client, stop } = await serve(making);
    try {
      await load(client);
    } finally {
      await stop();
    }
    renameSync(making, folder);
  }
  return serve(folder);
}

async function serve(folder: string) {
  const processes = new Processes();
  const settings = { ...SETTINGS, unix_socket_directories: folder };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command, args] = asOwner(join(BIN, 'postgres'), ['-D', folder, ...options]);
  const clientOf = () => new pg.Client({ host: folder, user: USER, database: DATABASE });
  await processes.start({
    name: 'PostgreSQL',
    command,
    args,
    async ready() {
      const client = clientOf();
      await client.connect();
      await client.end();
    },
    onDeath: (message) => {
      throw new Error(message);
    },
  });
  const client = clientOf();
  await client.connect();
  return {
    client,
    /** Writes the rows of a query into a file, as CSV, with psql. */
    async copy(query: string, file: string) {
      const output = openSync(file, 'w');
      try {
        const target = ['-X', '-h', folder, '-U', USER, '-d', DATABASE];
        const psql = spawn(join(BIN, 'psql'), [...target, '-c', `\\copy (${query}) TO STDOUT csv`], {
          stdio: ['ignore', output, 'inherit'],
        });
        const [code] = await once(psql, 'exit');
        if (code !== 0) throw new Error(`psql ended with code ${code}`);
      } finally {
        closeSync(output);
      }
    },
    async stop() {
      await client.end();
      await processes.stop();
    },
  };
}
