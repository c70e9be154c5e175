import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `cw_<live|test>_<30 base62 characters><CRC-32 of the text before, as 6 base62 characters>`. The key has 178 random
 * bits. The checksum reveals a typing error without a look-up.
 */
const KEY = /^(cw_(?:live|test)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 30;
const CHECKSUM_CHARACTERS = 6;
/**
 * The largest multiple of 62 that fits into a byte. The remainders of larger bytes would favour the first characters.
 */
const UNBIASED_BELOW = 248;

export type KeyKind = 'live' | 'test';

/** Makes a new API key. The API shows the key once and stores only its `hashOf`. */
export function makeKey(kind: KeyKind, randomBytes: (size: number) => Buffer): string {
  let body = `cw_${kind}_`;
  const length = body.length + RANDOM_CHARACTERS;
  while (body.length < length) {
    const usable = [...randomBytes(length - body.length)].filter((byte) => byte < UNBIASED_BELOW);
    body += usable.map((byte) => BASE62.charAt(byte % 62)).join('');
  }
  return body + checksum(body);
}

/**
 * Whether a text has the form of a key and a correct checksum. Other texts need no look-up. The checksum is no secret:
 * anybody can compute it.
 */
export function isWellFormed(text: string): boolean {
  const [, body, sum] = KEY.exec(text) ?? [];
  return body !== undefined && checksum(body) === sum;
}

/**
 * The SHA-256 of a key in hex, which identifies the key in the table. A plain hash is enough, because a key has too
 * much entropy to be guessed. The look-up need not take constant time: its duration could only reveal parts of the
 * hash, and nobody can derive a key from a hash.
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
