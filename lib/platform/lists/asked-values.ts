import type { Entry } from './entries.ts';

/** A test of a field that must read something for each value. A page asks about some of the values, in its order. */
export interface Asked {
  readonly field: string;
  /** Which of these values are wanted now. */
  readonly which: (values: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** What a search has looked at: entries from the first on, and the matches among them. */
export interface Examined {
  readonly searched: readonly Entry[];
  readonly matches: readonly Entry[];
  /** Whether the search may end here. */
  readonly isEnough: boolean;
}

/** Values that one page asks about. Each costs a read unit or more. */
const MOST_ASKED = 300;
/** Values that a page asks about at a time: as many as it still needs matches, within these bounds. */
const AT_ONCE = { least: 10, most: 100 };

/**
 * Looks at entries in their order, until so many match or the values are too many. The returned function takes all
 * entries that were found so far, and asks about each value once, however often it is called.
 * @param place of the field in the tuples.
 * @param isCandidate whether an entry may match at all.
 * @param wanted matches that are enough.
 */
export function asking(place: number, { which }: Asked, isCandidate: (entry: Entry) => boolean, wanted: number) {
  const known = new Map<string, boolean>();
  const valueIn = ({ tuple }: Entry): string => tuple[place] ?? '';

  async function ask(entries: readonly Entry[], missing: number): Promise<void> {
    const atOnce = Math.min(AT_ONCE.most, Math.max(AT_ONCE.least, missing), MOST_ASKED - known.size);
    const values = new Set<string>();
    for (const value of entries.filter(isCandidate).map(valueIn)) {
      if (values.size === atOnce) break;
      if (!known.has(value)) values.add(value);
    }
    const found = await which([...values]);
    for (const value of values) known.set(value, found.has(value));
  }

  return async (entries: readonly Entry[]): Promise<Examined> => {
    const matches: Entry[] = [];
    for (const [n, entry] of entries.entries()) {
      const isAsked = known.has(valueIn(entry));
      const isFull = matches.length === wanted || (!isAsked && known.size >= MOST_ASKED);
      if (isFull) return { searched: entries.slice(0, n), matches, isEnough: true };
      if (!isCandidate(entry)) continue;
      if (!isAsked) await ask(entries.slice(n), wanted - matches.length);
      if (known.get(valueIn(entry)) === true) matches.push(entry);
    }
    return { searched: entries, matches, isEnough: matches.length === wanted };
  };
}
