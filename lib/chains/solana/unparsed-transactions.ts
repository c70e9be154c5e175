import type { HashedTexts } from '../../values/hashed-texts.ts';
import { NamedAddresses, SHORTEST_ADDRESS } from './named-addresses.ts';
import { SYSTEM } from './programs.ts';

/**
 * The transactions of a block as bytes of JSON. A block has megabytes and names few watched addresses. To parse all of
 * it takes half of the time of a block, and the garbage of the parsed objects takes as long again. So only the
 * transactions that may name a watched address are parsed.
 */
export class UnparsedTransactions {
  readonly #bytes: Buffer;
  /** The start and the end of each transaction. */
  readonly #places: readonly number[];
  readonly #named: NamedAddresses;

  constructor(bytes: Buffer, places: readonly number[], named: NamedAddresses) {
    this.#bytes = bytes;
    this.#places = places;
    this.#named = named;
  }

  get length(): number {
    return this.#places.length / 2;
  }

  /** The JSON of a transaction. */
  text(place: number): string {
    return this.#bytes.toString('utf8', this.#places[2 * place], this.#places[2 * place + 1]);
  }

  /** The places of the transactions of which a party may be in the set. */
  placesNaming(known: Pick<HashedTexts, 'has' | 'hasHash'>): number[] {
    // Lamports without a holder make the system program a party of a transaction that does not name it.
    return known.has(SYSTEM) ? Array.from({ length: this.length }, (_, n) => n) : this.#named.placesIn(known);
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const STRING = 1;
const OPEN = 2;
const CLOSE = 3;
/** What a byte of JSON outside a string means, if it is more than a separator or a part of a number or a word. */
const MEANING = new Uint8Array(256);
for (const [meaning, bytes] of ['', '"', '{[', '}]'].entries())
  for (const byte of Buffer.from(bytes)) MEANING[byte] = meaning;

const LIST = Buffer.from('"transactions":[');
const SIGNED = Buffer.from('signatures":["');
const SIGNED_KEY = 'signatures'.length;
/** The hashes of a block need no more room than this. */
const BYTES_PER_ADDRESS = 64;

/**
 * Splits the answer of `getBlock` into the transactions and the answer without them. Reads each byte once and makes no
 * object for a transaction.
 * @returns null for an answer of another form, which the caller then parses as a whole.
 */
export function splitBlock(bytes: Buffer): { rest: string; transactions: UnparsedTransactions } | null {
  const list = bytes.indexOf(LIST);
  if (list < 0) return null;
  const first = list + LIST.length;
  const places: number[] = [];
  const named = new NamedAddresses(Math.ceil(bytes.length / BYTES_PER_ADDRESS));
  let at = first;
  while (bytes[at] === OPEN_OBJECT) {
    const end = endOf(bytes, at, named);
    if (end === null) return null;
    named.endTransaction();
    places.push(at, end);
    at = bytes[end] === COMMA ? end + 1 : end;
  }
  if (bytes[at] !== CLOSE_LIST) return null;
  const rest = bytes.toString('utf8', 0, first) + bytes.toString('utf8', at);
  return { rest, transactions: new UnparsedTransactions(bytes, places, named) };
}

/**
 * The place behind the transaction that begins here. Null if it is cut off or has no signature. A function of its own,
 * because the engine optimises what is called often.
 */
function endOf(bytes: Buffer, start: number, named: NamedAddresses): number | null {
  let depth = 0;
  let isSigned = false;
  for (let at = start; at < bytes.length; at++) {
    const meaning = MEANING[bytes[at] ?? 0];
    if (meaning === STRING) {
      const from = at + 1;
      let isEscaped = false;
      for (at = from; at < bytes.length; at++) {
        const byte = bytes[at];
        if (byte === QUOTE) break;
        if (byte !== BACKSLASH) continue;
        isEscaped = true;
        at += 1;
      }
      const length = at - from;
      if (length >= SHORTEST_ADDRESS) named.addString(bytes, from, at, isEscaped);
      else if (length === SIGNED_KEY && isSignedAt(bytes, from)) {
        isSigned = true;
        // The first signature, within the list that begins here, is no address.
        depth += 1;
        at = bytes.indexOf(QUOTE, from + SIGNED.length);
        if (at < 0) return null;
      }
    } else if (meaning === OPEN) {
      depth += 1;
    } else if (meaning === CLOSE) {
      depth -= 1;
      if (depth === 0) return isSigned ? at + 1 : null;
    }
  }
  return null;
}

function isSignedAt(bytes: Buffer, start: number): boolean {
  for (let n = 0; n < SIGNED.length; n++) if (bytes[start + n] !== SIGNED[n]) return false;
  return true;
}
