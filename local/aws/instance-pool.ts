import type { Writable } from 'node:stream';
import { accessKeyOf } from './access-keys.ts';
import { type Bundle, compileBundle, type LoadInstance } from './lambda-bundle.ts';
import type { FunctionSpec } from './template-functions.ts';

/**
 * The most instances of a function without reserved concurrency. An instance takes some 2 MB and 20 ms to load. AWS has
 * an instance for each concurrent call.
 */
const MOST_INSTANCES = 8;

/** The memory of a function, as one environment of Lambda has it. */
export interface Instance {
  readonly accessKey: string;
  readonly bundle: Bundle;
}

export interface PoolOptions {
  readonly spec: FunctionSpec;
  /** All calls share one instance. */
  readonly shared: boolean;
  readonly output: Writable;
  environmentOf(accessKey: string): Record<string, string>;
}

interface Kept extends Instance {
  readonly end: AbortController;
  /** The calls that run in the instance. Only instances that are shared have more than one. */
  calls: number;
}

/**
 * The instances of a function. An idle instance serves the next call, the instance that was used last before the
 * others. If no instance is idle, the pool loads another one. Beyond the most instances, calls share the least busy
 * instance.
 */
export class InstancePool {
  readonly #options: PoolOptions;
  readonly #most: number;
  /** The instance that was used last is the last. */
  #kept: Kept[] = [];
  readonly #ending = new Set<Kept>();
  readonly #ended = new Set<string>();
  #loaded = 0;
  #load: LoadInstance | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { concurrency } = options.spec;
    this.#most = options.shared ? 1 : Number.isFinite(concurrency) ? concurrency : MOST_INSTANCES;
  }

  /**
   * Runs a call in an instance. `retire` takes the instance from later calls. The instance ends as soon as no other
   * call shares it.
   * @throws what the call throws, or Error when the bundle does not load.
   */
  async run<T>(call: (instance: Instance, retire: () => void) => Promise<T>): Promise<T> {
    const instance = this.#take();
    instance.calls += 1;
    try {
      return await call(instance, () => this.#retire(instance));
    } finally {
      instance.calls -= 1;
      this.#release(instance);
    }
  }

  /** Whether the instance of an access key has ended. */
  hasEnded(accessKey: string): boolean {
    return this.#ended.has(accessKey);
  }

  /** Sends SIGTERM to every instance. */
  terminate(): void {
    for (const { bundle } of this.#kept) bundle.terminate();
  }

  #take(): Kept {
    const idle = this.#kept.findLast(({ calls }) => calls === 0);
    if (idle !== undefined) return idle;
    const [first, ...others] = this.#kept;
    if (first === undefined || this.#kept.length < this.#most) return this.#start();
    return others.reduce((least, each) => (each.calls < least.calls ? each : least), first);
  }

  #start(): Kept {
    const { spec, environmentOf, output } = this.#options;
    this.#load ??= compileBundle(spec.file, spec.exportName);
    const end = new AbortController();
    const accessKey = accessKeyOf({ functionName: spec.name, instance: this.#loaded + 1 });
    const bundle = this.#load({ environment: environmentOf(accessKey), output, end: end.signal });
    this.#loaded += 1;
    const started = { accessKey, bundle, end, calls: 0 };
    this.#kept.push(started);
    return started;
  }

  #retire(instance: Kept): void {
    this.#kept = this.#kept.filter((each) => each !== instance);
    this.#ending.add(instance);
  }

  #release(instance: Kept): void {
    if (!this.#ending.has(instance)) {
      this.#kept = [...this.#kept.filter((each) => each !== instance), instance];
      return;
    }
    if (instance.calls > 0) return;
    this.#ending.delete(instance);
    this.#ended.add(instance.accessKey);
    instance.end.abort();
  }
}
