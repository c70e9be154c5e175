/** The units that a partition, or a whole table, may consume in a second. */
export interface Rate {
  readonly write: number;
  readonly read: number;
}

export type Kind = keyof Rate;

interface Bucket {
  tokens: number;
  /** When `tokens` was right, in milliseconds. */
  at: number;
}

/** Full buckets are removed when there are more buckets than this. */
const MOST_BUCKETS = 10_000;

/** Token buckets, each of which holds the units of one second. A request may take a bucket into debt. */
export class UnitBuckets {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets: Readonly<Record<Kind, Map<string, Bucket>>> = { write: new Map(), read: new Map() };

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  isEmpty(kind: Kind, name: string): boolean {
    const bucket = this.#buckets[kind].get(name);
    return bucket !== undefined && this.#tokensOf(kind, bucket) <= 0;
  }

  take(kind: Kind, name: string, units: number): void {
    const buckets = this.#buckets[kind];
    const bucket = buckets.get(name);
    const tokens = (bucket === undefined ? this.#rate[kind] : this.#tokensOf(kind, bucket)) - units;
    buckets.set(name, { tokens, at: this.#now() });
    if (buckets.size > MOST_BUCKETS) this.#removeFull(kind);
  }

  #tokensOf(kind: Kind, { tokens, at }: Bucket): number {
    const refilled = tokens + ((this.#now() - at) / 1000) * this.#rate[kind];
    return Math.min(refilled, this.#rate[kind]);
  }

  #removeFull(kind: Kind): void {
    for (const [name, bucket] of this.#buckets[kind]) {
      if (this.#tokensOf(kind, bucket) === this.#rate[kind]) this.#buckets[kind].delete(name);
    }
  }
}
