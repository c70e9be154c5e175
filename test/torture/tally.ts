import type { Place } from './place.ts';
import type { Result } from './seed.ts';

/** Of a run of so many seeds it can be said that a receiver must have been flooded. */
const MANY = 100;

/** Logged where a delivery waited, because all attempts that its receiver may have at once were under way. */
const WAITED = 'deferred, busy';

/** What a run has met and come to. */
export class Tally {
  readonly #faults = new Map<string, number>();
  readonly #operations = new Map<string, number>();
  readonly #logged = new Map<string, number>();
  #jumps = 0;
  #posts = 0;
  #kills = 0;
  seeds = 0;
  failed = 0;

  count({ met, wrong, jumps }: Result): void {
    this.seeds++;
    this.#jumps += jumps;
    if (wrong.length > 0) this.failed++;
    for (const each of met) {
      const [fault = '', ...rest] = each.split(' ');
      const isKill = fault === 'killed';
      increase(this.#faults, isKill ? `${fault} ${rest[0]}` : fault);
      if (!isKill) increase(this.#operations, rest[1] ?? '');
    }
  }

  /** Takes in what a place has counted, when it is closed. */
  add({ receivers, stack, logged }: Place): void {
    this.#posts += receivers.posts();
    this.#kills += stack.kills;
    for (const [what, count] of logged) increase(this.#logged, what, count);
  }

  /** What the run should have met and has not. */
  get missing(): string | undefined {
    return this.seeds >= MANY && !this.#logged.has(WAITED) ? 'no delivery waited for a receiver' : undefined;
  }

  toString(): string {
    return [
      `${this.seeds} seeds, ${this.failed} failed, ${this.#jumps} jumps of the clock; met: ${listed(this.#faults)}`,
      `calls that met a fault: ${listed(this.#operations)}`,
      // Places tell when they are closed.
      ...(this.#posts === 0 ? [] : [`${this.#kills} kills, ${this.#posts} posts; logged: ${listed(this.#logged)}`]),
    ].join('\n');
  }
}

const increase = (counts: Map<string, number>, what: string, by = 1): void =>
  void counts.set(what, (counts.get(what) ?? 0) + by);

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([what, count]) => `${what} ${count}`)
    .join('; ') || 'nothing';
