/**
 * A clock for many tasks that wait. The clock moves to the next end of a wait when no task can go on. A test over a
 * real engine tells the clock which calls are still under way.
 */
export class VirtualClock {
  #now: number;
  #calls = 0;
  readonly #waits: { readonly until: number; readonly end: () => void }[] = [];

  constructor(start: string) {
    this.#now = Date.parse(start);
  }

  readonly now = (): Date => new Date(this.#now);

  /** Waits so long in the time of this clock, or until the signal aborts. */
  readonly wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((end) => {
      this.#waits.push({ until: this.#now + ms, end });
      signal?.addEventListener('abort', () => end());
    });

  /** Holds the clock until the call ends. */
  async during<T>(call: Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      return await call;
    } finally {
      this.#calls -= 1;
    }
  }

  /** Moves the clock until the tasks have ended. @throws the first error of a task. */
  async run(tasks: readonly Promise<unknown>[]): Promise<void> {
    let ended = false;
    const all = Promise.all(tasks).finally(() => {
      ended = true;
    });
    // The error is thrown below.
    all.catch(() => undefined);
    while (!ended) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#calls > 0) continue;
      const next = this.#waits.toSorted((a, b) => a.until - b.until)[0];
      if (next === undefined) continue;
      this.#waits.splice(this.#waits.indexOf(next), 1);
      this.#now = Math.max(this.#now, next.until);
      next.end();
    }
    await all;
  }
}
