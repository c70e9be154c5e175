import { CommandError, wrongUse } from '../base/failures.ts';

/** A part of the file, its identity, and where it stands. */
export interface Stated<I> {
  readonly item: I;
  readonly identity: string;
  readonly place: string;
}

/** A part of the file with its present record; undefined when the record does not exist yet. */
export type Match<S, P> = S & { readonly present: P | undefined };

interface Matches<S, P> {
  readonly stated: readonly Match<S, P>[];
  /** The present records that the file does not state. */
  readonly others: readonly P[];
}

/** The records by their keys, in their order. `Map.groupBy` needs a newer Node than the command line. */
export function byKeys<T>(records: readonly T[], keysOf: (record: T) => readonly string[]): ReadonlyMap<string, T[]> {
  const found = new Map<string, T[]>();
  for (const record of records) {
    for (const key of keysOf(record)) {
      const alike = found.get(key);
      if (alike === undefined) found.set(key, [record]);
      else alike.push(record);
    }
  }
  return found;
}

/**
 * Finds the present record of each part of the file.
 * @throws CommandError when two parts of the file have the same identity, or two present records have the identity of
 *   one part; the message names both.
 */
export function matched<S extends Stated<unknown>, P extends { readonly id: string }>(
  stated: readonly S[],
  present: readonly P[],
  identityOf: (record: P) => string,
): Matches<S, P> {
  const records = byKeys(present, (record) => [identityOf(record)]);
  const recordsOf = (identity: string) => records.get(identity) ?? [];
  const places = new Map<string, string>();
  for (const { identity, place } of stated) {
    const earlier = places.get(identity);
    if (earlier !== undefined) throw wrongUse(`${place}: the same as ${earlier}`);
    places.set(identity, place);
    const ids = recordsOf(identity).map(({ id }) => id);
    if (ids.length > 1) {
      throw new CommandError(
        `${place}: names ${ids.length} records, ${ids.join(' and ')}. Rename or delete one of them.`,
      );
    }
  }
  return {
    stated: stated.map((each) => ({ ...each, present: recordsOf(each.identity)[0] })),
    others: present.filter((record) => !places.has(identityOf(record))),
  };
}
