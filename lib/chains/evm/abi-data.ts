/*
 * Reads ABI-encoded data of strangers, as hex digits without `0x`. Data can point at themselves, so that a decoder that
 * reads all of them makes gigabytes of some kilobytes. These functions read only the words that are asked for.
 */

/** Hex digits of a word of 32 bytes. */
const WORD = 64;

/** The word at a byte, as hex digits; null where the data end. */
export const wordFrom = (data: string, at: number): string | null =>
  data.length < at * 2 + WORD ? null : data.slice(at * 2, at * 2 + WORD);

/** The address at a byte, in lower case; null where the data end or have another value. */
export function addressFrom(data: string, at: number): string | null {
  const word = wordFrom(data, at);
  return word === null || !/^0{24}/.test(word) ? null : `0x${word.slice(24)}`;
}

/** A number at a byte: an offset or a length within the data; null for a number beyond the data. */
function within(data: string, at: number): number | null {
  const word = wordFrom(data, at);
  const number = word === null ? null : BigInt(`0x${word}`);
  return number === null || number > BigInt(data.length / 2) ? null : Number(number);
}

/** Where a value with its own length starts: at the offset that the word at `at` states, counted from `base`. */
export function placeFrom(data: string, at: number, base: number): number | null {
  const offset = within(data, at);
  return offset === null ? null : base + offset;
}

/** The bytes whose length is at `at`; null where the data end earlier. */
export function bytesFrom(data: string, at: number | null): string | null {
  const length = at === null ? null : within(data, at);
  if (at === null || length === null) return null;
  const start = (at + 32) * 2;
  return data.length < start + length * 2 ? null : data.slice(start, start + length * 2);
}

/** Where the first `most` elements of the list at `at` are; null where the list exceeds the data. */
export function elementsFrom(data: string, at: number | null, most: number): number[] | null {
  const count = at === null ? null : within(data, at);
  if (at === null || count === null || data.length / 2 < at + 32 + count * 32) return null;
  return Array.from({ length: Math.min(count, most) }, (_, n) => at + 32 + n * 32);
}
