/** The share of the slots that may be in use. With more, a look-up of an absent text visits many slots. */
const MOST_USED = 0.75;
const LEAST_SLOTS = 64;
const EMPTY = 0;

/**
 * A set of texts that keeps a hash of 53 bits of each text, in 11 to 22 bytes, and not the text. `has` is true for each
 * added text. In a set of a million texts, `has` is also true for one of 10^10 other texts. No text can be removed.
 */
export class HashedTexts {
  #slots: Float64Array;
  #size = 0;

  /** @param expected the number of texts for which the set has room from the start. */
  constructor(expected = 0) {
    this.#slots = new Float64Array(slotsFor(expected));
  }

  /** The number of different hashes. */
  get size(): number {
    return this.#size;
  }

  /** The memory of the hashes. */
  get bytes(): number {
    return this.#slots.byteLength;
  }

  has(text: string): boolean {
    return this.hasHash(hashOfText(text));
  }

  /** The same for a text of which only the hash is known. See `hashOfAscii`. */
  hasHash(hash: number): boolean {
    return this.#size > 0 && this.#slots[placeOf(this.#slots, hash)] !== EMPTY;
  }

  addAll(texts: Iterable<string>): void {
    for (const text of texts) this.#add(hashOfText(text));
  }

  /** Adds each line of a text, without a copy of the line. */
  addLines(text: string): void {
    for (let start = 0; start <= text.length; ) {
      const found = text.indexOf('\n', start);
      const end = found < 0 ? text.length : found;
      this.#add(hashOf(text, start, end));
      start = end + 1;
    }
  }

  #add(hash: number): void {
    const at = placeOf(this.#slots, hash);
    if (this.#slots[at] !== EMPTY) return;
    this.#slots[at] = hash;
    this.#size += 1;
    if (this.#size > this.#slots.length * MOST_USED) this.#grow();
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(before.length * 2);
    for (const hash of before) if (hash !== EMPTY) this.#slots[placeOf(this.#slots, hash)] = hash;
  }
}

const slotsFor = (texts: number): number => Math.max(LEAST_SLOTS, 2 ** Math.ceil(Math.log2((texts + 1) / MOST_USED)));

/** The slot that holds the hash, or the empty slot in which to put the hash. */
function placeOf(slots: Float64Array, hash: number): number {
  const last = slots.length - 1;
  for (let at = hash & last; ; at = (at + 1) & last) if (slots[at] === EMPTY || slots[at] === hash) return at;
}

const FIRST = 0x9e3779b9;
const SECOND = 0x7f4a7c15;

/**
 * A hash of a part of a text, from 1 to 2^53 - 1. Two sums of 32 bits take in each character, and are mixed at the end.
 */
function hashOf(text: string, start: number, end: number): number {
  let one = FIRST;
  let two = SECOND;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(((one << 5) | (one >>> 27)) ^ code, 0x2c1b3c6d);
    two = Math.imul(((two << 13) | (two >>> 19)) ^ code, 0x297a2d39);
  }
  return joined(one, two);
}

/** The hash of a text, for `hasHash`. */
export const hashOfText = (text: string): number => hashOf(text, 0, text.length);

/** The hash of the ASCII text in a part of these bytes, without a string. */
export function hashOfAscii(bytes: Uint8Array, start: number, end: number): number {
  let one = FIRST;
  let two = SECOND;
  for (let at = start; at < end; at++) {
    const code = bytes[at] ?? 0;
    one = Math.imul(((one << 5) | (one >>> 27)) ^ code, 0x2c1b3c6d);
    two = Math.imul(((two << 13) | (two >>> 19)) ^ code, 0x297a2d39);
  }
  return joined(one, two);
}

function joined(one: number, two: number): number {
  const low = mixed(one ^ Math.imul(two, 0x85ebca6b)) >>> 0;
  const high = mixed(two ^ Math.imul(one, 0xc2b2ae35)) >>> 11;
  return high * 2 ** 32 + low || 1;
}

/** Makes each bit depend on all bits. */
function mixed(sum: number): number {
  const once = Math.imul(sum ^ (sum >>> 16), 0x7feb352d);
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b);
  return twice ^ (twice >>> 16);
}
