import { type HashedTexts, hashOfAscii, hashOfText } from '../../values/hashed-texts.ts';
import { ownerIn } from './opened-owner.ts';
import { SQUADS } from './squads.ts';

/** An address has 32 bytes, in 32 to 44 digits. */
export const SHORTEST_ADDRESS = 32;
const LONGEST = 44;

/** A transaction that names this program may change a multisig, whose vault it does not name. */
const CHANGES = hashOfText(SQUADS);

/** The digits at which a text is first taken for base58. */
const DIGITS = 9;
const IS_DIGIT = Array.from({ length: 256 }, (_, code) => /[1-9A-HJ-NP-Za-km-z]/.test(String.fromCharCode(code)));

/**
 * Hashes of all texts of a list of transactions that may be addresses, and of the owners that only the bytes of an
 * instruction name: every party of a transaction, and more.
 */
export class NamedAddresses {
  #hashes: Float64Array;
  #count = 0;
  /** The number of hashes up to the end of each transaction. */
  readonly #ends: number[] = [];

  /** @param room the number of hashes for which there is room from the start. */
  constructor(room: number) {
    this.#hashes = new Float64Array(room);
  }

  /** Takes in the string of JSON between these places, which are at least `SHORTEST_ADDRESS` bytes apart. */
  addString(bytes: Buffer, start: number, end: number, isEscaped: boolean): void {
    if (isEscaped) this.#addText(unescaped(bytes.toString('utf8', start, end)));
    else if (end - start <= LONGEST) this.#add(hashOfAscii(bytes, start, end));
    else if (startsWithDigits(bytes, start)) this.#addText(bytes.toString('latin1', start, end));
  }

  /** Ends a transaction. The next string belongs to the next transaction. */
  endTransaction(): void {
    this.#ends.push(this.#count);
  }

  /** The places of the transactions of which an address is in the set, and of those that may change a multisig. */
  placesIn(known: Pick<HashedTexts, 'hasHash'>): number[] {
    const isKnown = (hash: number): boolean => hash === CHANGES || known.hasHash(hash);
    const places: number[] = [];
    let at = 0;
    for (const [place, end] of this.#ends.entries()) {
      while (at < end && !isKnown(this.#hashes[at] ?? 0)) at += 1;
      if (at < end) places.push(place);
      at = end;
    }
    return places;
  }

  #addText(text: string): void {
    if (text.length < SHORTEST_ADDRESS) return;
    const address = text.length <= LONGEST ? text : ownerIn(text);
    if (address !== null) this.#add(hashOfText(address));
  }

  #add(hash: number): void {
    if (this.#count === this.#hashes.length) {
      const more = new Float64Array(2 * this.#count + 1);
      more.set(this.#hashes);
      this.#hashes = more;
    }
    this.#hashes[this.#count] = hash;
    this.#count += 1;
  }
}

function startsWithDigits(bytes: Buffer, start: number): boolean {
  for (let at = start; at < start + DIGITS; at++) if (!IS_DIGIT[bytes[at] ?? 0]) return false;
  return true;
}

/** A text that is no string of JSON stays as it is: parsing the transaction fails then. */
function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
