/** Runs functions on the same item one after the other. */
export class ItemQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `fn` when all earlier functions on these items have ended. No two functions can wait for each other. */
  run<T>(items: readonly string[], fn: () => Promise<T>): Promise<T> {
    const earlier = items.flatMap((item) => this.#last.get(item) ?? []);
    const result = earlier.length === 0 ? fn() : Promise.all(earlier).then(fn);
    const leave = () => {
      for (const item of items) if (this.#last.get(item) === ended) this.#last.delete(item);
    };
    const ended: Promise<void> = result.then(leave, leave);
    for (const item of items) this.#last.set(item, ended);
    return result;
  }
}
