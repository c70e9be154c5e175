import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from '../../cli/build-cli.ts';
import { stackUrl } from '../support/stack-url.ts';

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/**
 * The bundle of the command line, run as a process against the stack of the tests.
 * @param apiKey the key that the processes find in their environment.
 */
export async function bundledCli(apiKey: string) {
  const folder = mkdtempSync(join(tmpdir(), 'chainwatch-cli-'));
  const bundle = join(folder, 'chainwatch.cjs');
  await build(bundle);
  const running = new Set<ChildProcess>();

  function start(args: readonly string[], { env = {}, stdin = '' }: RunOptions = {}) {
    const child = spawn(process.execPath, [bundle, ...args], {
      cwd: folder,
      env: {
        CHAINWATCH_URL: stackUrl('STACK_URL'),
        CHAINWATCH_API_KEY: apiKey,
        XDG_CONFIG_HOME: folder,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...env,
      },
    });
    running.add(child);
    child.stdin.on('error', () => {}); // a process that reads no stdin may have ended
    child.stdin.end(stdin);
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const finished = ended.then(([out, err]): Finished => {
      running.delete(child);
      return { code: child.exitCode, signal: child.signalCode, out, err };
    });
    return { child, finished };
  }

  const run = (args: readonly string[], options?: RunOptions): Promise<Finished> => start(args, options).finished;

  return {
    /** The working folder of the processes, which also holds the file of `login`. */
    folder,
    start,
    run,
    /** Runs a command, which must succeed. Returns what it printed. */
    async table(...args: readonly string[]): Promise<string> {
      const { code, out, err } = await run(args);
      if (code !== 0) throw new Error(`chainwatch ${args.join(' ')} exited with ${code}: ${err}`);
      return out;
    },
    /** Runs a command with `--json`, which must succeed. Returns the parsed document. */
    async json(...args: readonly string[]): Promise<unknown> {
      return JSON.parse(await this.table(...args, '--json'));
    },
    async remove(): Promise<void> {
      const left = [...running];
      for (const child of left) child.kill('SIGKILL');
      await Promise.all(left.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type BundledCli = Awaited<ReturnType<typeof bundledCli>>;
