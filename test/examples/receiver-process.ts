import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { eventually } from '../support/eventually.ts';

export const root = join(import.meta.dirname, '../..');

/** A receiver that the documents offer. */
export interface ReceiverProgram {
  readonly language: string;
  /** The tool that runs the program, and how the tool tells its version. */
  readonly tool: readonly [command: string, option: string];
  /** The command that runs the program. It may write the program into the folder. */
  commandIn(folder: string): readonly [command: string, ...args: string[]];
}

const example = (file: string) => join(root, 'examples/receivers', file);

export const nodeReceiver: ReceiverProgram = {
  language: 'Node',
  tool: [process.execPath, '--version'],
  commandIn: () => [process.execPath, example('receiver.mjs')],
};

export const pythonReceiver: ReceiverProgram = {
  language: 'Python',
  tool: ['python3', '--version'],
  commandIn: () => ['python3', example('receiver.py')],
};

/** The code blocks of `docs/webhooks.md` in a language. */
export function blocksOf(language: string): string[] {
  const text = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
  const pattern = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return [...text.matchAll(pattern)].map(([, code = '']) => code);
}

/** The first of these blocks. */
export function blockOf(language: string): string {
  const [code] = blocksOf(language);
  if (code === undefined) throw new Error(`docs/webhooks.md has no code in ${language}`);
  return code;
}

/** The whole program in `docs/webhooks.md`. */
export const goReceiver: ReceiverProgram = {
  language: 'Go',
  tool: ['go', 'version'],
  commandIn(folder) {
    const [file, binary] = [join(folder, 'receiver.go'), join(folder, 'receiver')];
    writeFileSync(file, blockOf('go'));
    const { status, stderr } = spawnSync('go', ['build', '-o', binary, file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`go build failed: ${stderr}`);
    return [binary];
  },
};

export const isInstalled = ({ tool: [command, option] }: ReceiverProgram): boolean =>
  spawnSync(command, [option]).status === 0;

/** The line that a receiver prints for each delivery that it has worked on. */
const Done = z.object({ event: z.string(), delivery: z.string(), alert: z.string().nullable() });
export type Done = z.output<typeof Done>;

/** A receiver that runs. */
export interface RunningReceiver {
  readonly url: string;
  /** What this process has worked on, in order. */
  readonly done: readonly Done[];
  /** Ends the process without a warning, as a crash does. */
  kill(): Promise<void>;
}

/** A port that is free, below the ports that systems give out by themselves, which another test could get. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a receiver and waits until it listens. Its database is in the folder. */
export async function startReceiver(
  command: readonly [string, ...string[]],
  { secret, port, folder }: { secret: string; port: number; folder: string },
): Promise<RunningReceiver> {
  const environment = { PORT: String(port), WEBHOOK_SECRET: secret, DATABASE: join(folder, 'receiver.db') };
  const [program, ...args] = command;
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const done: Done[] = [];
  createInterface(child.stdout).on('line', (line) => void done.push(Done.parse(JSON.parse(line))));
  await eventually(
    () => isListening(port),
    (listening) => {
      if (hasEnded(child)) throw new Error(`${command.join(' ')} has ended with ${child.exitCode}`);
      return listening;
    },
  );
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    done,
    async kill() {
      if (hasEnded(child)) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
