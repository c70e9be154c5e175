import { isDeepStrictEqual } from 'node:util';

interface Count {
  matched: number;
  expected: number;
}

/** Counts by kind the expected facts that the records match, and keeps the mismatches. */
export class Matches {
  readonly #explained: Readonly<Record<string, string>>;
  readonly #counts = new Map<string, Count>();
  readonly #missed: string[] = [];
  /** Mismatches without a known reason. */
  readonly unexplained: string[] = [];

  /** @param explained reasons for mismatches, by subject and kind of fact, such as `tx/1.json rAlice balance`. */
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
    const mismatch = `${about} ${fact}: got ${asText(actual)}, expected ${asText(expected)}`;
    const reason = this.#explained[`${about} ${fact}`];
    if (reason === undefined) this.unexplained.push(mismatch);
    this.#missed.push(`  missed ${mismatch}; ${reason ?? 'no known reason'}`);
  }

  /** The share of the expected facts that the records match. */
  get share(): number {
    const { matched, expected } = this.#total();
    return matched / expected;
  }

  /** A table, followed by every mismatch with its reason. */
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

const asText = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
