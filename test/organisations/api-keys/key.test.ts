import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { bearerToken, hashOf, isWellFormed, makeKey } from '../../../lib/organisations/api-keys/key.ts';

/** Checksums from another CRC-32 implementation (Python’s zlib). The last checksum needs padding. */
const known = [
  `cw_live_${'0'.repeat(30)}0Gjqru`,
  'cw_test_0123456789ABCDEFGHIJKLMNOPQRST1m5grA',
  `cw_test_${'253'.padStart(30, '0')}00BjEy`,
];

describe('makeKey', () => {
  it('makes a key with the form of its kind and a correct checksum', () => {
    expect(makeKey('live', (size) => Buffer.alloc(size))).toBe(known[0]);
    expect(makeKey('test', (size) => Buffer.from([...Array(size).keys()]))).toBe(known[1]);
  });

  it('makes a well-formed and different key every time', () => {
    const keys = Array.from({ length: 1_000 }, () => makeKey('test', randomBytes));
    expect(keys.filter(isWellFormed)).toHaveLength(1_000);
    expect(new Set(keys).size).toBe(1_000);
  });

  it('replaces bytes that would favour some characters', () => {
    const draws = [Buffer.alloc(30, 248).fill(0, 0, 10), Buffer.alloc(20, 255), Buffer.alloc(20, 247)];
    const sizes: number[] = [];
    const key = makeKey('live', (size) => {
      sizes.push(size);
      return draws.shift() ?? Buffer.alloc(size);
    });
    expect(sizes).toEqual([30, 20, 20]);
    // 247 = 3 × 62 + 61: the last character of the alphabet.
    expect(key.slice(8, 38)).toBe('0'.repeat(10) + 'z'.repeat(20));
  });

  it('gives every character the same share of the bytes', () => {
    const shares = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      let drawn = 0;
      const key = makeKey('live', (size) => Buffer.alloc(size, drawn++ === 0 ? byte : 0));
      if (drawn > 1) continue;
      const character = key.charAt(8);
      shares.set(character, (shares.get(character) ?? 0) + 1);
    }
    expect([...shares.values()]).toEqual(Array(62).fill(4));
  });
});

describe('isWellFormed', () => {
  it.each(known)('accepts %s', (key) => {
    expect(isWellFormed(key)).toBe(true);
  });

  it('refuses a key when any single character is changed', () => {
    const [, key = ''] = known;
    for (let at = 0; at < key.length; at += 1) {
      const other = key.charAt(at) === 'x' ? 'y' : 'x';
      expect(isWellFormed(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
  });

  it.each([
    '',
    'cw_live_',
    ...known.flatMap((key) => [` ${key}`, `${key} `, `${key}\n`, `${key}0`, key.slice(0, -1), key.toUpperCase()]),
    known[0]?.replace('live', 'test') ?? '',
    known[0]?.replace('live', 'prod') ?? '',
    known[0]?.replace('0', '０') ?? '',
  ])('refuses %j', (text) => {
    expect(isWellFormed(text)).toBe(false);
  });
});

describe('hashOf', () => {
  it('is the SHA-256 in hex', () => {
    expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('bearerToken', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER abc', 'bEaReR   abc', 'Bearer abc '])(
    'reads the token in %j',
    (header) => {
      expect(bearerToken(header)).toBe('abc');
    },
  );

  it.each([
    undefined,
    '',
    'abc',
    'Bearer',
    'Bearer ',
    'Bearerabc',
    'Basic abc',
    'Bearer a b',
    ' Bearer abc',
    'Bearer\tabc',
    'Bearer abc\n',
  ])('finds no token in %j', (header) => {
    expect(bearerToken(header)).toBeUndefined();
  });
});
