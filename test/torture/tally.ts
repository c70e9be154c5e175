import type { Environment } from './environment.ts';
import { EXPECTED } from './observed.ts';
import type { Result } from './seed.ts';

/** A run of this many seeds must have flooded a receiver, and met each limit of AWS. */
const MANY = 100;

/** The statistics of a run. */
export class Tally {
  readonly #faults = new Map<string, number>();
  readonly #operations = new Map<string, number>();
  readonly #logged = new Map<string, number>();
  readonly #began = performance.now();
  #jumps = 0;
  #posts = 0;
  #kills = 0;
  seeds = 0;
  failed = 0;

  count({ injected, wrong, jumps }: Result): void {
    this.seeds++;
    this.#jumps += jumps;
    if (wrong.length > 0) this.failed++;
    for (const each of injected) {
      const [fault = '', ...rest] = each.split(' ');
      const isKill = fault === 'killed';
      increase(this.#faults, isKill ? `${fault} ${rest[0]}` : fault);
      if (!isKill) increase(this.#operations, rest[1] ?? '');
    }
  }

  /** Adds the statistics of an environment before the environment closes. */
  add({ receivers, stack, logged }: Environment): void {
    this.#posts += receivers.posts();
    this.#kills += stack.kills;
    for (const [what, count] of logged) increase(this.#logged, what, count);
  }

  /** What the run should have met but has not. */
  get missing(): string[] {
    return this.seeds < MANY ? [] : EXPECTED.filter((what) => !this.#logged.has(what));
  }

  toString(): string {
    const perMinute = ((this.seeds / (performance.now() - this.#began)) * 60_000).toFixed(1);
    return [
      `${this.seeds} seeds, ${this.failed} failed, ${perMinute} a minute, ${this.#jumps} jumps of the clock`,
      `injected: ${listed(this.#faults)}`,
      `calls with a fault: ${listed(this.#operations)}`,
      // An environment reports these numbers when it closes.
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
