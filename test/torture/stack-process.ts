import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';

const ROOT = resolve(import.meta.dirname, '../..');
const CLOCK = new URL('./clock.ts', import.meta.url).href;

const Ready = z.object({ baseUrl: z.url() });
const Local = z.object({ awsEndpoint: z.url() });

/** How long it is dead by its own clock: longer than a watcher's lease, which would keep the next one waiting. */
const DEAD_SECONDS = 15;

export interface Served {
  readonly baseUrl: string;
  readonly awsEndpoint: string;
}

export interface StackProcessOptions {
  readonly directory: string;
  readonly dynamoDb: string;
  readonly sqs: string;
  readonly rpc: string;
  /** Told when it ended although nobody killed it. */
  onDeath(message: string): void;
}

/** `npm start` in a process of its own, which can be killed at any time and is then started anew on the same data folder. */
export class StackProcess {
  readonly #options: StackProcessOptions;
  #child: ChildProcess | undefined;
  #served: Promise<Served>;
  #aheadMs = 0;
  #stopped = false;
  kills = 0;

  constructor(options: StackProcessOptions) {
    this.#options = options;
    this.#served = this.#start();
  }

  /** Where it serves, once it does. */
  get served(): Promise<Served> {
    return this.#served;
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Ends it at once, wherever it is, and starts the next one. */
  kill(): void {
    const child = this.#child;
    // One that was just killed is on its way back already.
    if (this.#stopped || child === undefined) return;
    this.kills++;
    this.#aheadMs += DEAD_SECONDS * 1000;
    this.#child = undefined;
    child.kill('SIGKILL');
    this.#served = exited(child).then(() => this.#start());
    // Whoever waits for it is told; a kill while it starts leaves nobody waiting for this one.
    this.#served.catch(() => undefined);
  }

  /** Lets its clock jump. */
  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000;
    if (this.#child?.connected) this.#child.send(this.#aheadMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
    if (child !== undefined) await exited(child);
  }

  async #start(): Promise<Served> {
    const { directory, dynamoDb, sqs, rpc, onDeath } = this.#options;
    const args = ['--port', '0', '--data-dir', join(directory, 'stack'), '--retry-delays', '0,0,0,0,0'];
    const chain = ['--rpc', `anvil=${rpc}`, '--watch', 'anvil'];
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--import', CLOCK, 'local/start.ts', ...args, ...chain, '--json'],
      {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          ...process.env,
          NODE_COMPILE_CACHE: join(tmpdir(), 'chainwatch-torture-cache'),
          DYNAMODB_ENDPOINT: dynamoDb,
          SQS_ENDPOINT: sqs,
          TORTURE_CLOCK_AHEAD_MS: String(this.#aheadMs),
        },
      },
    );
    this.#child = child;
    child.stderr?.pipe(createWriteStream(join(directory, 'stack.log'), { flags: 'a' }));
    const ended = exited(child).then(() => {
      if (this.#child !== child) throw new Error('the stack was killed while it started');
      onDeath(`the stack ended by itself (${child.signalCode ?? child.exitCode})`);
      throw new Error('the stack ended by itself');
    });
    ended.catch(() => undefined);
    const { stdout } = child;
    if (stdout === null) throw new Error('the stack has no output');
    const [line] = await Promise.race([once(stdout, 'data'), ended]);
    const { baseUrl } = Ready.parse(JSON.parse(String(line)));
    const { awsEndpoint } = Local.parse(await (await fetch(`${baseUrl}/_local`)).json());
    return { baseUrl, awsEndpoint };
  }
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
