import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A fault plan: which call fails, and how. */
export interface Plan {
  /** The number of the failing call, counted from 1 over all calls of all processes. 0 means no fault. */
  readonly at: number;
  /** The name of the calls that are counted; without a name all calls are counted. */
  readonly call?: string;
  /** Beside the call `at`, each call whose number is a multiple of this number fails. */
  readonly every?: number;
  /** Whether the call fails before it takes effect, or after it, so that only its answer is lost. */
  readonly fails: 'before' | 'after' | 'twice';
  /** `dies`: no later call of the process has an effect. `goes on`: the process handles the error. */
  readonly process: 'dies' | 'goes on';
}

export const HEALTHY: Plan = { at: 0, fails: 'before', process: 'goes on' };

/** The failed call, and the calls of its process that took effect so far, possibly including the failed call. */
export interface Hit {
  readonly call: string;
  readonly done: readonly string[];
}

export class InjectedFaultError extends Error {}

/** Counts the external calls of processes and makes one of them fail, or one of every few. */
export class Faults {
  hit: Hit | undefined;
  /** The names of all calls since the plan was set. */
  readonly calls: string[] = [];
  #plan = HEALTHY;
  #dead = false;
  #done: string[] = [];

  /** Sets another plan and restarts the count. */
  arm(plan: Plan): void {
    this.#plan = plan;
    this.calls.length = 0;
    this.hit = undefined;
  }

  /** Runs one process. Returns false if an injected fault ended the process. */
  async process(run: () => Promise<unknown>): Promise<boolean> {
    this.#dead = false;
    this.#done = [];
    try {
      await run();
      return true;
    } catch (error) {
      // Any other error must fail the test.
      if (!isFault(error)) throw error;
      return false;
    }
  }

  async around<T>(call: string, make: () => Promise<T>): Promise<T> {
    if (this.#dead) throw new InjectedFaultError(`${call} of a dead process`);
    const { at, every, call: counted = call, fails, process } = this.#plan;
    this.calls.push(call);
    const count = this.#plan.call === undefined ? this.calls.length : this.calls.filter((each) => each === call).length;
    const isChosen = count === at || (every !== undefined && count % every === 0);
    if (counted !== call || !isChosen) return this.#made(call, make);
    this.#dead = process === 'dies';
    // `allSettled`: the answer of a call that fails by itself is lost, too.
    if (fails === 'twice' && call !== 'queue') {
      await Promise.allSettled([this.#made(call, make)]);
      this.hit = { call, done: [...this.#done] };
      return this.#made(call, make);
    }
    if (fails === 'after') await Promise.allSettled([this.#made(call, make)]);
    this.hit = { call, done: [...this.#done] };
    throw new InjectedFaultError(fails === 'after' ? `the answer of ${call} is lost` : `${call} was not executed`);
  }

  async #made<T>(call: string, make: () => Promise<T>): Promise<T> {
    const answer = await make();
    this.#done.push(call);
    return answer;
  }

  /** Applies the plan to every command of a client. The SDK's own retries belong to one call. */
  over(client: DynamoDBClient): DynamoDBClient {
    client.middlewareStack.add(
      (next, context) => (args) => this.around(String(context.commandName), () => next(args)),
      { step: 'initialize', name: 'faults', priority: 'high' },
    );
    return client;
  }
}

const isFault = (error: unknown): boolean =>
  error instanceof InjectedFaultError || (error instanceof AggregateError && error.errors.every(isFault));
