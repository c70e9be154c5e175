/** Reads the 32-byte words of an event: its topics and its data. */

/** A log with its address and topics in lower case. The data may be in any case, because most code does not read it. */
export interface LowerLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export const loweredLog = ({ address, topics, data }: LowerLog): LowerLog => ({
  address: address.toLowerCase(),
  topics: topics.map((topic) => topic.toLowerCase()),
  data,
});

/** Hex digits of 32 bytes. */
const WORD = 64;

/** The n-th integer of an event's data; null when the data ends too early. Ignores further data. */
export function wordIn(data: string, n: number): bigint | null {
  const word = wordAt(data, n);
  return word === undefined ? null : BigInt(word);
}

/** The n-th word of an event's data as a topic; undefined when the data ends too early. */
export function wordAt(data: string, n: number): string | undefined {
  const start = '0x'.length + n * WORD;
  return data.length < start + WORD ? undefined : `0x${data.slice(start, start + WORD).toLowerCase()}`;
}

/**
 * The n-th argument of an event. Indexed arguments are topics and come first in the events that are read this way. The
 * other arguments follow in the data. Contracts of different versions index different arguments.
 */
export const argumentOf = ({ topics, data }: Pick<LowerLog, 'topics' | 'data'>, n: number): string | undefined =>
  topics[n + 1] ?? wordAt(data, n + 1 - topics.length);

const PADDING = `0x${'0'.repeat(24)}`;

/** The address in a topic: zeros pad it to 32 bytes. Null for any other topic. */
export const addressIn = (topic: unknown): string | null =>
  typeof topic === 'string' && topic.startsWith(PADDING) ? `0x${topic.slice(PADDING.length)}` : null;

/** Two addresses; null when one of them is no address. */
export function pair(first: string | undefined, second: string | undefined): [string, string] | null {
  const [one, other] = [addressIn(first), addressIn(second)];
  return one === null || other === null ? null : [one, other];
}
