import { describe, expect, it } from '@jest/globals';
import { encodeBase58 as byEthers } from 'ethers';
import fc from 'fast-check';
import { base58FirstByte, base58Start, decodeBase58, encodeBase58 } from '../../lib/values/base58.ts';

describe('decodeBase58', () => {
  it.each([
    ['', ''],
    ['1', '00'],
    ['111', '000000'],
    ['2g', '61'],
    ['1112g', '00000061'],
    ['StV1DL6CwTryKyV', '68656c6c6f20776f726c64'],
  ])('decodes %j to the bytes %j', (text, hex) => {
    expect(decodeBase58(text)?.toString('hex')).toBe(hex);
  });

  it.each(['0', 'O', 'I', 'l', 'ab c', 'ä'])('returns null for %j, which is not base58', (text) => {
    expect(decodeBase58(text)).toBeNull();
  });

  it.each([
    ['short', 80, 100],
    ['long', 1_300, 50],
  ])(
    'returns the bytes that ethers encoded in a %s text, leading zero bytes included',
    (_length, maxLength, numRuns) => {
      const bytes = fc.tuple(fc.nat(4), fc.uint8Array({ maxLength, size: 'max' }));
      fc.assert(
        fc.property(bytes, ([zeros, rest]) => {
          const given = Buffer.concat([Buffer.alloc(zeros), rest]);
          expect(decodeBase58(byEthers(given))?.equals(given)).toBe(true);
        }),
        { numRuns },
      );
    },
  );

  it('returns null for a long text with one wrong character, wherever the character stands', () => {
    for (const at of [0, 300, 999]) expect(decodeBase58(`${'z'.repeat(at)}0${'z'.repeat(999 - at)}`)).toBeNull();
  });

  it('decodes the longest data of an instruction, and returns null for more', () => {
    expect(decodeBase58('z'.repeat(14_000))?.length).toBeGreaterThan(10_240);
    expect(decodeBase58('z'.repeat(14_001))).toBeNull();
  });
});

describe('encodeBase58', () => {
  it('returns the text of ethers, leading zero bytes included', () => {
    fc.assert(
      fc.property(fc.nat(3), fc.uint8Array({ maxLength: 70 }), (zeros, bytes) => {
        const given = Buffer.concat([Buffer.alloc(zeros), bytes]);
        expect(encodeBase58(given)).toBe(byEthers(given));
      }),
    );
    expect(encodeBase58(Buffer.alloc(0))).toBe('');
  });
});

describe('base58Start', () => {
  it('returns the first four bytes or null for any base58 text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 1300 }), (bytes) => {
        const start = base58Start(byEthers(bytes));
        expect([null, Buffer.from(bytes).readUInt32BE()]).toContain(start);
      }),
    );
  });

  it('returns null for fewer than 10 of 250 long texts', () => {
    const texts = Array.from({ length: 250 }, (_, n) => byEthers(Buffer.alloc(120, n + 1)));
    expect(texts.filter((text) => base58Start(text) === null).length).toBeLessThan(10);
  });

  it.each(['', '1'.repeat(80), `0${'2'.repeat(80)}`])('returns null for %j', (text) => {
    expect(base58Start(text)).toBeNull();
  });
});

describe('base58FirstByte', () => {
  it('returns the first byte or null, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (bytes) => {
        expect([bytes[0], null]).toContain(base58FirstByte(byEthers(bytes)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('decides for the instructions of a token program', () => {
    const texts = [[5], [9], [4, 0, 202, 154, 59, 0, 0, 0, 0], [6, 2, 0]].map((bytes) => Uint8Array.from(bytes));
    expect(texts.map((bytes) => base58FirstByte(byEthers(bytes)))).toEqual([5, 9, 4, 6]);
  });

  it.each(['', '0', 'ä', 'z'.repeat(2_000)])('returns null for %j', (text) => {
    expect(base58FirstByte(text)).toBeNull();
  });

  it('does not take the rounding of a long number for its first byte', () => {
    for (const edge of [4n, 5n, 6n]) {
      for (const off of [-1n, 0n, 1n]) {
        const hex = (edge * 2n ** 64n + off).toString(16);
        const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
        expect([bytes[0], null]).toContain(base58FirstByte(byEthers(bytes)));
      }
    }
  });
});
