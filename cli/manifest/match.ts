import { CommandError, wrongUse } from '../base/failures.ts';

/** A part of the file, its identity, and where it stands. */
interface Stated<S> {
  readonly item: S;
  readonly identity: string;
  readonly place: string;
}

export interface Match<S, P> extends Stated<S> {
  /** Undefined when the record does not exist yet. */
  readonly present: P | undefined;
}

export interface Matches<S, P> {
  readonly stated: readonly Match<S, P>[];
  /** The present records that the file does not state. */
  readonly others: readonly P[];
}

/**
 * Finds the present record of each part of the file.
 * @throws CommandError when two parts of the file have the same identity, or two present records have the identity of
 *   one part; the message names both.
 */
export function matched<S, P extends { readonly id: string }>(
  stated: readonly Stated<S>[],
  present: readonly P[],
  identityOf: (record: P) => string,
): Matches<S, P> {
  const recordsOf = (identity: string) => present.filter((record) => identityOf(record) === identity);
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
