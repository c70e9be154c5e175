import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { CACHE } from './code-cache.ts';
import type { Forecast, Settings } from './stack.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Few collections of garbage: it does not live long. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32'];

const Served = z.object({ baseUrl: z.url(), awsEndpoint: z.url() });
export type Served = z.output<typeof Served>;

/** How long it is dead by its own clock: longer than a watcher's lease, which would keep the next one waiting. */
const DEAD_SECONDS = 15;

export interface StackProcessOptions extends Omit<Settings, 'dataDir' | 'forecast'> {
  readonly directory: string;
  /** Its code. */
  readonly file: string;
  /** Between the stack's own calls and the emulators. */
  readonly proxied: { readonly dynamoDb: string; readonly sqs: string };
  /** What the life after so many kills meets. */
  forecast(kills: number): Forecast;
  /** Told when it killed itself, as it was to. */
  onKilled(): void;
  /** Told when it ended although nobody killed it. */
  onDeath(message: string): void;
}

/** A stack in a process of its own, which can be killed at any time and is then started anew on the same data folder. */
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
    return this.#whenServed();
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Ends it at once, wherever it is, and starts the next one. */
  kill(): void {
    const child = this.#child;
    // One that was just killed is on its way back already.
    if (this.#stopped || child === undefined) return;
    this.#child = undefined;
    child.kill('SIGKILL');
    this.#comeBack(exited(child));
  }

  /** Lets its clock jump. */
  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000;
    this.#tell(this.#aheadMs);
  }

  /** Changes what this life meets. */
  foretell(): void {
    this.#tell({ forecast: this.#options.forecast(this.kills) });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
    if (child !== undefined) await exited(child);
  }

  #tell(message: object | number): void {
    if (this.#child?.connected) this.#child.send(message);
  }

  #comeBack(dead: Promise<void>): void {
    this.kills++;
    this.#aheadMs += DEAD_SECONDS * 1000;
    this.#served = dead.then(() => this.#start());
    // Whoever waits for it is told.
    this.#served.catch(() => undefined);
  }

  /** One that is killed while it starts is waited for in its next life. */
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
    const { directory, file, proxied, forecast, onKilled, onDeath, ...options } = this.#options;
    const settings: Settings = { ...options, dataDir: join(directory, 'stack'), forecast: forecast(this.kills) };
    const log = openSync(join(directory, 'stack.log'), 'a');
    const child = spawn(process.execPath, [...FLAGS, file], {
      cwd: ROOT,
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: CACHE,
        DYNAMODB_ENDPOINT: proxied.dynamoDb,
        SQS_ENDPOINT: proxied.sqs,
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
          this.#comeBack(Promise.resolve());
        } else onDeath(`the stack ended by itself (${child.signalCode ?? child.exitCode})`);
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
