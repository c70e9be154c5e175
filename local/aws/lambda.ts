import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bundle, type Loaded, loadBundle, type ResponseStream } from './lambda-bundle.ts';
import { Semaphore } from './semaphore.ts';
import type { FunctionSpec } from './template-functions.ts';

/** The outcome of an invocation: the result, or the error as Lambda reports it. */
export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: FunctionError };

export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

export interface LambdaOptions {
  /** Variables that replace or extend those of the template. */
  environmentOf(spec: FunctionSpec): Record<string, string>;
  /** Takes all output of the functions. */
  readonly output: Writable;
  /** Called after each invocation, which may have written to the table or a queue. */
  onEnd(): void;
}

/** Lambda's limit on the JSON that a function returns. */
const MAX_RESULT_BYTES = 6_291_556;

type Call = (loaded: Loaded, context: object) => unknown;
const never = (): boolean => false;

/** Lambda in this process. Loads a bundle at its first invocation and reuses it for all later invocations. */
export class Lambda {
  readonly #specs: ReadonlyMap<string, FunctionSpec>;
  readonly #options: LambdaOptions;
  readonly #loaded = new Map<string, { bundle: Bundle; permits: Semaphore }>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopped = new AbortController();

  constructor(specs: ReadonlyMap<string, FunctionSpec>, options: LambdaOptions) {
    this.#specs = specs;
    this.#options = options;
  }

  has(name: string): boolean {
    return this.#specs.has(name);
  }

  /**
   * Invokes a function and waits for the outcome. An error of the function is an outcome, too.
   * @param isAnswer returns whether an error is a regular answer of the function. The other errors are logged.
   */
  invoke(name: string, event: unknown, isAnswer: (error: FunctionError) => boolean = never): Promise<Outcome> {
    const call: Call = async (loaded, context) => {
      if ('streaming' in loaded) throw new Error(`${name} streams its response, which only the API supports`);
      return ofReturnableSize(await loaded.buffered(event, context));
    };
    return this.#run(name, call, isAnswer);
  }

  /** Invokes a streaming function. Resolves when both the function and its response have ended. */
  stream(name: string, event: unknown, response: ResponseStream): Promise<Outcome> {
    return this.#run(name, async (loaded, context) => {
      if ('buffered' in loaded)
        throw new Error(`${name} does not stream its response, but its integration expects a stream`);
      await loaded.streaming(event, response, context);
    });
  }

  /**
   * Invokes without waiting for the result. Retries errors after one and two minutes, as Lambda does.
   * @throws Error for a function that the template lacks.
   */
  invokeLater(name: string, event: unknown): void {
    const { asyncRetries } = this.#specOf(name);
    const attempt = async (): Promise<void> => {
      for (let n = 1; !(await this.invoke(name, event)).ok && n <= asyncRetries; n++) {
        await sleep(n * 60_000, undefined, { signal: this.#stopped.signal });
      }
    };
    // `sleep` rejects when the stack stops, and then no retry may follow. An error of the function does not reject.
    attempt().catch(() => undefined);
  }

  /** Sends SIGTERM to every bundle and waits at most `ms` until no invocation runs. */
  async stop(ms: number): Promise<void> {
    this.#stopped.abort();
    for (const { bundle } of this.#loaded.values()) bundle.terminate();
    const late = new AbortController();
    await Promise.race([
      Promise.allSettled([...this.#running]),
      // `late` aborts this wait only after the race, when nothing awaits the wait any more.
      sleep(ms, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
  }

  async #run(name: string, call: Call, isAnswer: (error: FunctionError) => boolean = never): Promise<Outcome> {
    const spec = this.#specOf(name);
    const run = this.#timed(spec, call, isAnswer).finally(() => {
      this.#running.delete(run);
      this.#options.onEnd();
    });
    this.#running.add(run);
    return run;
  }

  async #timed(spec: FunctionSpec, call: Call, isAnswer: (error: FunctionError) => boolean): Promise<Outcome> {
    const requestId = randomUUID();
    let release: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      const { bundle, permits } = this.#load(spec);
      release = await permits.acquire();
      const deadline = Date.now() + spec.timeoutMs;
      // This process cannot end a function that timed out. The process drops the result, as AWS does.
      const timedOut = new Promise<never>((_, reject) => {
        const message = `${requestId} Task timed out after ${spec.timeoutMs / 1000} seconds`;
        timer = setTimeout(
          () => reject(Object.assign(new Error(message), { name: 'Sandbox.Timedout' })),
          spec.timeoutMs,
        );
      });
      const result = await Promise.race([call(bundle.handler, contextOf(spec, requestId, deadline)), timedOut]);
      return { ok: true, result };
    } catch (error) {
      const report = errorOf(error);
      if (!isAnswer(report)) this.#log(spec, requestId, report);
      return { ok: false, error: report };
    } finally {
      clearTimeout(timer);
      release?.();
    }
  }

  #specOf(name: string): FunctionSpec {
    const spec = this.#specs.get(name);
    if (spec === undefined) throw new Error(`Unknown function: ${name}`);
    return spec;
  }

  #load(spec: FunctionSpec): { bundle: Bundle; permits: Semaphore } {
    const known = this.#loaded.get(spec.name);
    if (known !== undefined) return known;
    const environment = { ...spec.environment, ...this.#options.environmentOf(spec) };
    const bundle = loadBundle(spec.file, spec.exportName, environment, this.#options.output);
    const fresh = { bundle, permits: new Semaphore(spec.concurrency) };
    this.#loaded.set(spec.name, fresh);
    return fresh;
  }

  #log(spec: FunctionSpec, requestId: string, report: FunctionError): void {
    const line = { level: 'error', event: 'function.failed', function: spec.name, requestId, ...report };
    this.#options.output.write(`${JSON.stringify(line)}\n`);
  }
}

/** @throws Error with Lambda's name and message, when the result is larger than Lambda allows. */
function ofReturnableSize(result: unknown): unknown {
  if (Buffer.byteLength(JSON.stringify(result) ?? '') <= MAX_RESULT_BYTES) return result;
  const message = `Response payload size exceeded maximum allowed payload size (${MAX_RESULT_BYTES} bytes).`;
  throw Object.assign(new Error(message), { name: 'Function.ResponseSizeTooLarge' });
}

// `instanceof` would fail under a test runner: the errors of functions come from another realm.
function errorOf(error: unknown): FunctionError {
  if (typeof error !== 'object' || error === null) {
    return { errorType: 'Error', errorMessage: String(error), trace: [] };
  }
  const field = (key: string): string => String(Reflect.get(error, key) ?? '');
  return {
    errorType: field('name') || 'Error',
    errorMessage: field('message'),
    trace: field('stack')
      .split('\n')
      .map((line) => line.trim()),
  };
}

const contextOf = (spec: FunctionSpec, requestId: string, deadline: number): object => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName: spec.name,
  functionVersion: '$LATEST',
  invokedFunctionArn: spec.arn,
  memoryLimitInMB: String(spec.memoryMb),
  awsRequestId: requestId,
  logGroupName: spec.logGroup,
  logStreamName: 'local',
  getRemainingTimeInMillis: () => deadline - Date.now(),
});
