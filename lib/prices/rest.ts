const LEAST_MS = 5_000;
const MOST_MS = 60_000;

/** The rests of a source that gave no answer. Each further failure doubles the rest, up to a minute. */
export class Rest {
  #failures = 0;
  #until = 0;

  /** @param at milliseconds since the epoch, as in every method. */
  lasts(at: number): boolean {
    return at < this.#until;
  }

  answered(): void {
    this.#failures = 0;
  }

  /** @param began when the question began: questions that fail together are one failure. */
  failed(began: number, at: number): void {
    if (this.lasts(began)) return;
    this.#until = at + Math.min(LEAST_MS * 2 ** this.#failures, MOST_MS);
    this.#failures += 1;
  }
}
