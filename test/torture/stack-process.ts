import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { CACHE } from './code-cache.ts';
import type { FaultSetup, Settings } from './stack.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** A large young generation saves garbage collections: the process does not live long. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32'];

const Served = z.object({ baseUrl: z.url(), awsEndpoint: z.url() });
export type Served = z.output<typeof Served>;

/** The clock jump of a restart. It is longer than a watcher's lease, which would block the next watcher. */
const DEAD_SECONDS = 25;

export interface StackProcessOptions extends Omit<Settings, 'dataDir' | 'faultSetup'> {
  readonly directory: string;
  /** The bundle to run. */
  readonly file: string;
  /** The proxies between the stack itself and the emulators. */
  readonly proxied: { readonly dynamoDb: string; readonly sqs: string };
  /** The faults for the functions of the process after this many kills. */
  faultSetup(kills: number): FaultSetup;
  /** Called when the process has killed itself according to the plan. */
  onKilled(): void;
  /** Called when the process ends without a kill. */
  onDeath(message: string): void;
}

/** Runs a stack in a process of its own. After a kill, starts the next process on the same data folder. */
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

  /** Resolves with the URLs as soon as the stack is ready. */
  get served(): Promise<Served> {
    return this.#whenServed();
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Kills the process at once and starts the next process. */
  kill(): void {
    const child = this.#child;
    // A process that was just killed is already being replaced.
    if (this.#stopped || child === undefined) return;
    this.#child = undefined;
    child.kill('SIGKILL');
    this.#restart(exited(child));
  }

  /** Moves the clock of the process ahead. */
  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000;
    this.#sendMessage(this.#aheadMs);
  }

  /** Sends the current faults to the process. */
  sendFaultSetup(): void {
    this.#sendMessage({ faultSetup: this.#options.faultSetup(this.kills) });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
    if (child !== undefined) await exited(child);
  }

  #sendMessage(message: object | number): void {
    if (this.#child?.connected) this.#child.send(message);
  }

  #restart(dead: Promise<void>): void {
    this.kills++;
    this.#aheadMs += DEAD_SECONDS * 1000;
    const life = dead.then(() => this.#start());
    this.#served = life;
    // Calls of a seed that has ended its actions ignore errors, so a stack that does not come back is reported here.
    life.catch((error: unknown) => {
      if (this.#served === life && !this.#stopped) this.#options.onDeath(`the stack did not start again: ${error}`);
    });
  }

  /** If a process is killed during its start, waits for the next process. */
  async #whenServed(): Promise<Served> {
    for (;;) {
      const life = this.#served;
      try {
        return await life;
      } catch (error) {
        if (this.#served === life) throw error;
      }
    }
  }

  async #start(): Promise<Served> {
    const { directory, file, proxied, faultSetup, onKilled, onDeath, ...options } = this.#options;
    const settings: Settings = { ...options, dataDir: join(directory, 'stack'), faultSetup: faultSetup(this.kills) };
    const log = openSync(join(directory, 'stack.log'), 'a');
    const child = spawn(process.execPath, [...FLAGS, file], {
      cwd: ROOT,
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: CACHE,
        DYNAMODB_ENDPOINT: proxied.dynamoDb,
        SQS_ENDPOINT: proxied.sqs,
        // The same server has S3, which this harness does not disturb.
        S3_ENDPOINT: options.sqs,
        TORTURE_SETTINGS: JSON.stringify(settings),
        TORTURE_CLOCK_AHEAD_MS: String(this.#aheadMs),
      },
    });
    closeSync(log);
    this.#child = child;
    const ended = exited(child).then((): never => {
      if (this.#child === child) {
        this.#child = undefined;
        if (child.signalCode === 'SIGKILL') {
          onKilled();
          this.#restart(Promise.resolve());
        } else onDeath(`the stack ended unexpectedly (${child.signalCode ?? child.exitCode})`);
      }
      throw new Error(`the stack ended (${child.signalCode ?? child.exitCode})`);
    });
    ended.catch(() => undefined);
    const [served] = await Promise.race([once(child, 'message'), ended]);
    return Served.parse(served);
  }
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
