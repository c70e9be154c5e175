import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fairStopwatch, fairTimeout } from '../processes/fair-timeout.ts';
import { accessKeyOf, type Caller } from './access-keys.ts';
import { runAsyncEvent } from './async-events.ts';
import { InstancePool } from './instance-pool.ts';
import type { UnitsByInvocation } from './invocation-units.ts';
import type { Loaded, ResponseStream } from './lambda-bundle.ts';
import { contextOf, errorOf, type FunctionError, type Outcome, ofReturnableSize, THROTTLED } from './lambda-outcome.ts';
import type { Leniency } from './leniency.ts';
import { Semaphore } from './semaphore.ts';
import type { FunctionSpec } from './template-functions.ts';

export interface LambdaOptions {
  /** Variables that replace or extend those of the template. */
  environmentOf(spec: FunctionSpec, accessKey: string): Record<string, string>;
  /** Attributes DynamoDB units to invocations. */
  readonly units?: UnitsByInvocation;
  /** What is less strict than on AWS; nothing by default. */
  readonly lenient?: Leniency;
  /** Takes all output of the functions. */
  readonly output: Writable;
  /** Called after each invocation, which may have written to the table or a queue. */
  onEnd(): void;
}

type Call = (loaded: Loaded, context: object) => unknown;
type IsAnswer = (error: FunctionError) => boolean;
const never: IsAnswer = () => false;

interface Known {
  readonly spec: FunctionSpec;
  readonly pool: InstancePool;
  readonly permits: Semaphore;
}

/** A call whose instance `retire` takes from later calls. */
interface TimedCall {
  readonly spec: FunctionSpec;
  readonly requestId: string;
  readonly accessKey: string;
  retire(): void;
}

/** The trace of a call, in the form of X-Ray. The stack keeps no traces, so that each call has a trace of its own. */
function traceOf(requestId: string): string {
  const digits = requestId.replaceAll('-', '');
  return `Root=1-${digits.slice(0, 8)}-${digits.slice(8)};Parent=${digits.slice(0, 16)};Sampled=0`;
}

/** Lambda in this process. Loads a bundle for each concurrent call, and reuses what it loaded for later calls. */
export class Lambda {
  readonly #functions: ReadonlyMap<string, Known>;
  readonly #options: LambdaOptions;
  readonly #lenient: Leniency;
  readonly #running = new Set<Promise<unknown>>();
  /** What ends the newest call of each instance, by access key. */
  readonly #timeOuts = new Map<string, () => void>();
  readonly #stopped = new AbortController();

  constructor(specs: ReadonlyMap<string, FunctionSpec>, options: LambdaOptions) {
    const { output, environmentOf, lenient = new Set() } = options;
    this.#options = options;
    this.#lenient = lenient;
    this.#functions = new Map(
      [...specs].map(([name, spec]) => {
        const environment = (key: string) => ({ ...spec.environment, ...environmentOf(spec, key) });
        const shared = lenient.has('instances');
        const pool = new InstancePool({ spec, shared, output, environmentOf: environment });
        return [name, { spec, pool, permits: new Semaphore(spec.concurrency) }];
      }),
    );
  }

  has(name: string): boolean {
    return this.#functions.has(name);
  }

  /** Ends the newest call of an instance as if its time-out had passed. A test need not wait for the time-out then. */
  timeOut(caller: Caller): void {
    this.#timeOuts.get(accessKeyOf(caller))?.();
  }

  /** Whether an instance has ended, because a call in it timed out. */
  hasEnded(caller: Caller): boolean {
    return this.#functions.get(caller.functionName)?.pool.hasEnded(accessKeyOf(caller)) ?? false;
  }

  /**
   * Invokes a function and waits for the outcome. An error of the function is an outcome, too.
   * @param isAnswer returns whether an error is a regular answer of the function. The other errors are logged.
   */
  invoke(name: string, event: unknown, isAnswer: IsAnswer = never): Promise<Outcome> {
    const call: Call = async (loaded, context) => {
      if ('streaming' in loaded) throw new Error(`${name} streams its response, which only the API supports`);
      return ofReturnableSize(await loaded.buffered(event, context));
    };
    return this.#run(name, event, call, isAnswer);
  }

  /** Invokes a streaming function. Resolves when both the function and its response have ended. */
  stream(name: string, event: unknown, response: ResponseStream): Promise<Outcome> {
    return this.#run(name, event, async (loaded, context) => {
      if ('buffered' in loaded)
        throw new Error(`${name} does not stream its response, but its integration expects a stream`);
      await loaded.streaming(event, response, context);
    });
  }

  /**
   * Invokes without waiting for the result, as an asynchronous invocation of Lambda. Logs an event that is dropped.
   * @throws Error for a function that the template lacks.
   */
  invokeLater(name: string, event: unknown): void {
    const { spec } = this.#known(name);
    const { signal } = this.#stopped;
    runAsyncEvent(spec, {
      invoke: () => this.invoke(name, event),
      now: Date.now,
      wait: (ms) => sleep(ms, undefined, { signal }),
      dropped: (reason) => this.#log({ level: 'error', event: 'function.event_dropped', function: name, reason }),
      // `wait` rejects when the stack stops, and then no retry may follow. An error of the function does not reject.
    }).catch((error: unknown) => {
      if (!signal.aborted)
        this.#log({ level: 'error', event: 'function.event_failed', function: name, ...errorOf(error) });
    });
  }

  /** Sends SIGTERM to every bundle and waits at most `ms` until no invocation runs. */
  async stop(ms: number): Promise<void> {
    this.#stopped.abort();
    for (const { pool } of this.#functions.values()) pool.terminate();
    const late = new AbortController();
    await Promise.race([
      Promise.allSettled([...this.#running]),
      // `late` aborts this wait only after the race, when nothing awaits the wait any more.
      sleep(ms, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
  }

  async #run(name: string, event: unknown, call: Call, isAnswer = never): Promise<Outcome> {
    const known = this.#known(name);
    const run = this.#permitted(known, event, call, isAnswer).finally(() => {
      this.#running.delete(run);
      this.#options.onEnd();
    });
    this.#running.add(run);
    return run;
  }

  async #permitted(known: Known, event: unknown, call: Call, isAnswer: IsAnswer): Promise<Outcome> {
    const { permits, pool, spec } = known;
    const release = this.#lenient.has('concurrency') ? await permits.acquire() : permits.tryAcquire();
    if (release === undefined) {
      this.#log({ level: 'warn', event: 'function.throttled', function: spec.name, concurrency: spec.concurrency });
      return THROTTLED;
    }
    const requestId = randomUUID();
    try {
      const result = await pool.run(({ accessKey, bundle }, retire) => {
        bundle.setVariable('_X_AMZN_TRACE_ID', traceOf(requestId));
        const run = () =>
          this.#timed({ spec, requestId, accessKey, retire }, (context) => call(bundle.handler, context));
        return this.#options.units?.during(accessKey, spec.name, event, run) ?? run();
      });
      return { ok: true, result };
    } catch (error) {
      const report = errorOf(error);
      if (!isAnswer(report)) {
        this.#log({ level: 'error', event: 'function.failed', function: spec.name, requestId, ...report });
      }
      return { ok: false, error: report };
    } finally {
      release();
    }
  }

  /** @throws Error of the function, or with Lambda's name and message when the time-out passes first. */
  async #timed(
    { spec, requestId, accessKey, retire }: TimedCall,
    call: (context: object) => unknown,
  ): Promise<unknown> {
    const passed = fairStopwatch();
    const timedOut = Promise.withResolvers<never>();
    const timeOut = () => {
      if (!this.#lenient.has('timeouts')) retire();
      const message = `${requestId} Task timed out after ${spec.timeoutMs / 1000} seconds`;
      timedOut.reject(Object.assign(new Error(message), { name: 'Sandbox.Timedout' }));
    };
    const timer = fairTimeout(timeOut, spec.timeoutMs);
    this.#timeOuts.set(accessKey, timeOut);
    try {
      return await Promise.race([call(contextOf(spec, requestId, passed)), timedOut.promise]);
    } finally {
      clearTimeout(timer);
      if (this.#timeOuts.get(accessKey) === timeOut) this.#timeOuts.delete(accessKey);
    }
  }

  #known(name: string): Known {
    const known = this.#functions.get(name);
    if (known === undefined) throw new Error(`Unknown function: ${name}`);
    return known;
  }

  #log(line: object): void {
    this.#options.output.write(`${JSON.stringify(line)}\n`);
  }
}
