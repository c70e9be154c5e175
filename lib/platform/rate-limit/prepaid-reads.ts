import type { ReadMeter } from '../table/metered-reads.ts';

/** A request that has read for long buys so many units ahead: seven purchases a second at 2,000 units a second. */
const MOST_AHEAD = 200;
/** The part of its consumed units that a request buys ahead. What is left at the end is lost. */
const PART_AHEAD = 1 / 4;
/** Bought units lapse after this time. Many slow requests could otherwise save units up and spend them at once. */
const UNITS_KEPT_MS = 1000;

export interface Purse {
  /** Buys units and resolves when they may be spent. @throws any error when the request must not read any more. */
  buy(units: number): Promise<void>;
  /** Buys units that were spent already. */
  settle(units: number): Promise<void>;
  now(): Date;
}

/**
 * The units of one request. Every read is paid before it begins, by an estimate, and corrected after it: reads of a
 * request consume about what the dearest read of their kind consumed before. What a read consumes beyond its estimate
 * is paid with the next read, or at the end. So a request owes at any time no more than its dearest reads.
 *
 * A request buys what it lacks, and a part of what it has consumed ahead. So a list of some units buys once or twice,
 * an export some times a second, and neither pays for much that it does not read. A read that fails costs its estimate.
 */
export class PrepaidReads implements ReadMeter {
  readonly #purse: Purse;
  /** Bought units that no read consumed or reserved. Negative: consumed units that are not yet bought. */
  #left: number;
  #boughtAt: number;
  #consumed = 0;
  /** By kind of read: consumed units for each of the least units. */
  readonly #prices = new Map<string, number>();
  /** The purchases, one after the other: what was bought first is there first. */
  #bought: Promise<void> = Promise.resolve();

  /** @param units those that the request has bought before. */
  constructor(purse: Purse, units: number) {
    this.#purse = purse;
    this.#left = units;
    this.#boughtAt = purse.now().getTime();
  }

  get consumed(): number {
    return this.#consumed;
  }

  async begin(kind: string, least: number): Promise<(consumed: number) => void> {
    const estimate = least * (this.#prices.get(kind) ?? 1);
    if (this.#purse.now().getTime() > this.#boughtAt + UNITS_KEPT_MS) this.#left = Math.min(this.#left, 0);
    this.#left -= estimate;
    if (this.#left < 0) this.#buy(Math.ceil(Math.min(this.#consumed * PART_AHEAD, MOST_AHEAD) - this.#left));
    try {
      await this.#bought;
    } catch (error) {
      this.#left += estimate;
      throw error;
    }
    return (consumed) => {
      this.#left += estimate - consumed;
      this.#consumed += consumed;
      this.#prices.set(kind, Math.max(consumed / least, this.#prices.get(kind) ?? 1));
    };
  }

  /** Pays what the request still owes. Call this once, after its last read. */
  async end(): Promise<void> {
    if (this.#left < 0) await this.#purse.settle(Math.ceil(-this.#left));
  }

  #buy(units: number): void {
    // Counts at once, so that reads at the same time do not buy the same units again.
    this.#left += units;
    this.#bought = this.#bought
      .then(() => this.#purse.buy(units))
      .then(
        () => {
          this.#boughtAt = this.#purse.now().getTime();
        },
        (error: unknown) => {
          this.#left -= units;
          throw error;
        },
      );
  }
}
