import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** `cw_<live|test>_<30 base62><6 base62 CRC-32 of all before it>`: 178 random bits, and a typo shows without a look-up. */
const KEY = /^(cw_(?:live|test)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 30;
const CHECKSUM_CHARACTERS = 6;
/** The largest multiple of 62 in a byte: from here on, a remainder would favour the first characters. */
const UNBIASED_BELOW = 248;

export type KeyKind = 'live' | 'test';

/** A new API key. It is shown once; only `hashOf` it is stored. */
export function makeKey(kind: KeyKind, randomBytes: (size: number) => Buffer): string {
  let body = `cw_${kind}_`;
  const length = body.length + RANDOM_CHARACTERS;
  while (body.length < length) {
    const usable = [...randomBytes(length - body.length)].filter((byte) => byte < UNBIASED_BELOW);
    body += usable.map((byte) => BASE62.charAt(byte % 62)).join('');
  }
  return body + checksum(body);
}

/** Whether text has the form of a key and its checksum, which is no secret, holds: what fails here needs no look-up. */
export function isWellFormed(text: string): boolean {
  const [, body, sum] = KEY.exec(text) ?? [];
  return body !== undefined && checksum(body) === sum;
}

/**
 * SHA-256 of a key in hex, by which it is looked up. A plain hash is enough: a key has too much entropy to be guessed. And
 * the look-up need not take constant time: what its duration might tell is of the hash, from which no key can be made.
 */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The token of an `Authorization: Bearer` header, the scheme in any case (RFC 9110, 11.1). */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^bearer +([^\s]+) *$/i.exec(header ?? '')?.[1];

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  while (digits.length < CHECKSUM_CHARACTERS) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
