import * as z from 'zod';
import type { Attributes } from './attributes.ts';

export interface IndexKeys {
  readonly name: string;
  readonly hash: string;
  readonly range: string | undefined;
  /** The keys of the table, which each entry contains. */
  readonly table: readonly string[];
}

/** Draws delays, and knows the time. Both in milliseconds. */
export interface Lag {
  now(): number;
  /** The delay of the `n`th change of an item. */
  delay(item: string, n: number): number;
}

/** The index attributes of an item. An item without both attributes has no entry. */
export type IndexValues = Readonly<Record<string, string | undefined>>;

/** The rows of an index query. */
export interface Wanted {
  readonly partition: string;
  readonly matches: (range: string) => boolean;
  readonly backwards: boolean;
  readonly limit: number;
  /** The entry after which the answer starts. */
  readonly after: Attributes | undefined;
}

/** The place of an entry in its partition. Entries with the same sort key have any order, here that of their keys. */
interface Place {
  readonly range: string;
  readonly tie: string;
}

interface Entry extends Place {
  readonly partition: string;
  readonly attributes: Attributes;
}

interface Change {
  readonly at: number;
  readonly item: string;
  readonly entry: Entry | undefined;
}

/** Changes wait here until a query reads the index, or until they are this many. */
const MOST_WAITING = 10_000;

const Text = z.object({ S: z.string() });
const textOf = (value: unknown): string | undefined => Text.safeParse(value).data?.S;

/**
 * A copy of a sparse index with keys only. Each change of an entry shows after a delay of its own. The changes of one
 * item show in the order of the writes. The changes of different items show in any order.
 */
export class LaggingIndex {
  readonly keys: IndexKeys;
  readonly #lag: Lag;
  /** The values after the newest write of each item that has an index attribute. */
  readonly #newest = new Map<string, IndexValues>();
  readonly #shown = new Map<string, Entry>();
  readonly #partitions = new Map<string, Set<Entry>>();
  #waiting: Change[] = [];
  /** When the last waiting change of an item shows. */
  readonly #lastAt = new Map<string, number>();
  #changes = 0;

  constructor(keys: IndexKeys, lag: Lag) {
    this.keys = keys;
    this.#lag = lag;
  }

  /** Takes an entry that the engine has already. */
  load(item: string, attributes: Attributes): void {
    const values = this.valuesIn(attributes);
    this.#newest.set(item, values);
    this.#show(item, this.#entryOf(attributes, values));
  }

  /** The index attributes of an item. */
  valuesIn(attributes: Attributes): IndexValues {
    const { hash, range } = this.keys;
    return { [hash]: textOf(attributes[hash]), ...(range !== undefined && { [range]: textOf(attributes[range]) }) };
  }

  /** The names of the index attributes. */
  get attributes(): readonly string[] {
    const { hash, range } = this.keys;
    return range === undefined ? [hash] : [hash, range];
  }

  /** The values after the newest write of an item. */
  valuesOf(item: string): IndexValues {
    return this.#newest.get(item) ?? {};
  }

  /** Takes a write that the engine executed. `key` contains the key of the item. */
  write(item: string, key: Attributes, values: IndexValues): void {
    const entry = this.#entryOf(key, values);
    const shown = this.#shown.get(item);
    if (Object.values(values).every((value) => value === undefined)) this.#newest.delete(item);
    else this.#newest.set(item, values);
    if (entry === undefined && shown === undefined && !this.#lastAt.has(item)) return;
    const due = this.#lag.now() + this.#lag.delay(item, this.#changes++);
    const at = Math.max(due, this.#lastAt.get(item) ?? 0);
    this.#lastAt.set(item, at);
    this.#waiting.push({ at, item, entry });
    if (this.#waiting.length > MOST_WAITING) this.#showUntil(this.#lag.now());
  }

  /** The entries that a query finds now, and whether more entries may follow. */
  query({ partition, matches, backwards, limit, after }: Wanted): { items: Attributes[]; more: boolean } {
    this.#showUntil(this.#lag.now());
    const sign = backwards ? -1 : 1;
    const from = after === undefined ? undefined : this.#placeOf(after);
    const found = [...(this.#partitions.get(partition) ?? [])]
      .filter((entry) => matches(entry.range) && (from === undefined || compare(entry, from) * sign > 0))
      .toSorted((a, b) => compare(a, b) * sign);
    return { items: found.slice(0, limit).map(({ attributes }) => attributes), more: found.length >= limit };
  }

  #placeOf(entry: Attributes): Place {
    return { range: textOf(entry[this.keys.range ?? '']) ?? '', tie: JSON.stringify(this.#keysIn(entry)) };
  }

  #keysIn(attributes: Attributes): Attributes {
    return Object.fromEntries(this.keys.table.map((name) => [name, attributes[name]]));
  }

  #entryOf(key: Attributes, values: IndexValues): Entry | undefined {
    const { hash, range } = this.keys;
    const partition = values[hash];
    const sort = range === undefined ? '' : values[range];
    if (partition === undefined || sort === undefined) return undefined;
    const own = Object.entries(values).map(([name, value]) => [name, { S: value }]);
    const keys = this.#keysIn(key);
    return { partition, range: sort, tie: JSON.stringify(keys), attributes: { ...keys, ...Object.fromEntries(own) } };
  }

  /** Shows all changes so far. */
  catchUp(): void {
    this.#showUntil(Number.POSITIVE_INFINITY);
  }

  #showUntil(now: number): void {
    const due = this.#waiting.filter(({ at }) => at <= now);
    if (due.length === 0) return;
    this.#waiting = this.#waiting.filter(({ at }) => at > now);
    // The sort is stable, so the changes of one item keep their order.
    for (const { item, entry, at } of due.toSorted((a, b) => a.at - b.at)) {
      this.#show(item, entry);
      if (this.#lastAt.get(item) === at) this.#lastAt.delete(item);
    }
  }

  #show(item: string, entry: Entry | undefined): void {
    const before = this.#shown.get(item);
    if (before !== undefined) {
      const partition = this.#partitions.get(before.partition);
      partition?.delete(before);
      if (partition?.size === 0) this.#partitions.delete(before.partition);
    }
    if (entry === undefined) return void this.#shown.delete(item);
    this.#shown.set(item, entry);
    const partition = this.#partitions.get(entry.partition) ?? new Set();
    this.#partitions.set(entry.partition, partition.add(entry));
  }
}

const compare = (a: Place, b: Place): number => order(a.range, b.range) || order(a.tie, b.tie);
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
