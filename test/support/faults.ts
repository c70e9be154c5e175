import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Which call fails, and how. */
export interface Plan {
  /** Counted from 1 over all calls of all processes; 0 is none. */
  readonly at: number;
  /** The name of the calls that are counted; without a name all calls are counted. */
  readonly call?: string;
  /** Whether the call fails before it takes effect, or after it, so that only its answer is lost. */
  readonly fails: 'before' | 'after' | 'twice';
  /** Whether the process dies of it, so that none of its later calls takes effect, or goes on with the error. */
  readonly process: 'dies' | 'goes on';
}

export const HEALTHY: Plan = { at: 0, fails: 'before', process: 'goes on' };

/** What a fault hit: the call, and the calls that its process had made with effect, this one included if it had. */
export interface Hit {
  readonly call: string;
  readonly done: readonly string[];
}

export class InjectedFaultError extends Error {}

/** Counts the calls that processes make of the world outside, and lets one of them fail. */
export class Faults {
  hit: Hit | undefined;
  /** The names of all calls since the plan was set. */
  readonly calls: string[] = [];
  #plan = HEALTHY;
  #dead = false;
  #done: string[] = [];

  /** Starts over under another plan. */
  arm(plan: Plan): void {
    this.#plan = plan;
    this.calls.length = 0;
    this.hit = undefined;
  }

  /** Runs one process, which is alive until a fault says otherwise. Answers whether it ended well. */
  async process(run: () => Promise<unknown>): Promise<boolean> {
    this.#dead = false;
    this.#done = [];
    try {
      await run();
      return true;
    } catch (error) {
      // Whatever else a process fails of must show.
      if (!isFault(error)) throw error;
      return false;
    }
  }

  async around<T>(call: string, make: () => Promise<T>): Promise<T> {
    if (this.#dead) throw new InjectedFaultError(`${call} of a dead process`);
    const { at, call: counted = call, fails, process } = this.#plan;
    this.calls.push(call);
    const count = this.#plan.call === undefined ? this.calls.length : this.calls.filter((each) => each === call).length;
    if (counted !== call || count !== at) return this.#made(call, make);
    this.#dead = process === 'dies';
    // Settled, not fulfilled: an answer that says no is lost as well.
    if (fails === 'twice' && call !== 'queue') {
      await Promise.allSettled([this.#made(call, make)]);
      this.hit = { call, done: [...this.#done] };
      return this.#made(call, make);
    }
    if (fails === 'after') await Promise.allSettled([this.#made(call, make)]);
    this.hit = { call, done: [...this.#done] };
    throw new InjectedFaultError(fails === 'after' ? `the answer of ${call} is lost` : `${call} did not happen`);
  }

  async #made<T>(call: string, make: () => Promise<T>): Promise<T> {
    const answer = await make();
    this.#done.push(call);
    return answer;
  }

  /** Puts every command of a client under the plan; the SDK's own retries are within the one call. */
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
