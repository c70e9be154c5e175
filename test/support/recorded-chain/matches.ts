import { isDeepStrictEqual } from 'node:util';

interface Count {
  matched: number;
  expected: number;
}

/** Counts the known facts that the records show, by kind, and keeps the missing facts. */
export class Matches {
  readonly #explained: Readonly<Record<string, string>>;
  readonly #counts = new Map<string, Count>();
  readonly #missed: string[] = [];
  /** Missing facts without a known reason. */
  readonly unexplained: string[] = [];

  /** @param explained reasons of missing facts, by subject and kind of fact, such as `tx/1.json rAlice balance`. */
  constructor(explained: Readonly<Record<string, string>> = {}) {
    this.#explained = explained;
  }

  compare(about: string, fact: string, expected: unknown, actual: unknown): void {
    const count = this.#counts.get(fact) ?? { matched: 0, expected: 0 };
    this.#counts.set(fact, count);
    count.expected += 1;
    if (isDeepStrictEqual(actual, expected)) {
      count.matched += 1;
      return;
    }
    const miss = `${about} ${fact}: ${shown(actual)} for ${shown(expected)}`;
    const reason = this.#explained[`${about} ${fact}`];
    if (reason === undefined) this.unexplained.push(miss);
    this.#missed.push(`  missed ${miss}; ${reason ?? 'no known reason'}`);
  }

  /** The share of the facts that the records show. */
  get share(): number {
    const { matched, expected } = this.#total();
    return matched / expected;
  }

  /** A table, followed by every missing fact with its reason. */
  lines(): string[] {
    const rows = [...this.#counts, ['all', this.#total()] as const];
    return [
      ...rows.map(([fact, { matched, expected }]) => `  ${fact.padEnd(12)} ${matched} of ${expected}`),
      ...this.#missed,
    ];
  }

  #total(): Count {
    const counts = [...this.#counts.values()];
    const sum = (of: keyof Count) => counts.reduce((total, count) => total + count[of], 0);
    return { matched: sum('matched'), expected: sum('expected') };
  }
}

const shown = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
