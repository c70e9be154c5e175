/** Lets at most `limit` holders run at the same time. Waiting callers get a permit in the order of their calls. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Resolves as soon as a permit is free. Returns the function that releases the permit. */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => this.#release();
  }

  /** Takes a permit if a permit is free. Returns the function that releases the permit; undefined if none is free. */
  tryAcquire(): (() => void) | undefined {
    if (this.#free <= 0) return undefined;
    this.#free -= 1;
    return () => this.#release();
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
