import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a process may take to end after SIGTERM. The whole stack must stop within three seconds. */
const GRACE_MS = 1500;

export interface ProcessOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Resolves as soon as the process serves requests. */
  ready(): Promise<unknown>;
  /** Called when the process ends without `stop`. */
  onDeath(message: string): void;
}

/**
 * The child processes of one stack. Each child has its own process group, so Ctrl-C does not reach the children and
 * `stop` ends them. If this process dies without `stop`, for example by SIGKILL, a guard process ends the children.
 */
export class Processes {
  readonly #children: ChildProcess[] = [];
  #guard: ChildProcess | undefined;
  #stopping = false;

  /** @throws Error with the output of the process, when the process ends or is not ready after 30 s. */
  async start({ name, command, args, ready, onDeath }: ProcessOptions): Promise<void> {
    const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    const keep = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-2000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`${name} did not start: ${error.message}`));
      child.once('exit', (code, signal) =>
        resolve(`${name} ended unexpectedly (${signal ?? code}). ${printed}`.trim()),
      );
    });
    if (child.pid !== undefined) this.#watch(child, child.pid);

    const started = new AbortController();
    const outcome = await Promise.race([ended, becomesReady(ready, started.signal)]);
    started.abort();
    if (outcome === 'late') throw new Error(`${name} was not ready after 30 s. ${printed}`.trim());
    if (outcome !== 'ready') throw new Error(outcome);
    void ended.then((message) => {
      if (!this.#stopping) onDeath(message);
    });
  }

  /** The ids of the running processes. */
  get pids(): number[] {
    return this.#children.flatMap(({ pid, exitCode }) => (pid === undefined || exitCode !== null ? [] : [pid]));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#children.map(end));
    // The guard ends last, because the guard must live as long as a child lives.
    this.#guard?.kill('SIGKILL');
  }

  #watch(child: ChildProcess, pid: number): void {
    this.#children.push(child);
    this.#guard ??= startGuard();
    this.#guard.stdin?.write(`${pid}\n`);
  }
}

/**
 * Starts a shell that reads process ids until its input ends, and then kills these processes. The input ends when this
 * process is gone.
 */
function startGuard(): ChildProcess {
  const script = 'while read -r pid; do all="$all $pid"; done; kill $all; sleep 1; kill -9 $all';
  const guard = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  return guard;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  await exited;
  clearTimeout(timer);
}

async function becomesReady(ready: () => Promise<unknown>, signal: AbortSignal): Promise<'ready' | 'late'> {
  const deadline = performance.now() + 30_000;
  while (!signal.aborted && performance.now() < deadline) {
    try {
      await ready();
      return 'ready';
    } catch {
      // Not ready yet. The loop ends at the deadline or at the end of the process.
      await sleep(10);
    }
  }
  return 'late';
}

/**
 * Finds a port that is free now. If another process takes the port first, the start fails with an error that says so.
 */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No TCP port');
  return address.port;
}
