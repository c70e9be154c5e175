import { describe, expect, it } from '@jest/globals';
import { encodeBase58 } from 'ethers';
import fc from 'fast-check';
import { base58Start, decodeBase58 } from '../../lib/values/base58.ts';

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

  it('returns the bytes that ethers encoded, leading zero bytes included', () => {
    const bytes = fc.tuple(fc.nat(4), fc.uint8Array({ maxLength: 80 }));
    fc.assert(
      fc.property(bytes, ([zeros, rest]) => {
        const given = Buffer.concat([Buffer.alloc(zeros), rest]);
        expect(decodeBase58(encodeBase58(given))?.equals(given)).toBe(true);
      }),
    );
  });
});

describe('base58Start', () => {
  it('returns the first four bytes or null for any base58 text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 1300 }), (bytes) => {
        const start = base58Start(encodeBase58(bytes));
        expect([null, Buffer.from(bytes).readUInt32BE()]).toContain(start);
      }),
    );
  });

  it('returns null for fewer than 10 of 250 long texts', () => {
    const texts = Array.from({ length: 250 }, (_, n) => encodeBase58(Buffer.alloc(120, n + 1)));
    expect(texts.filter((text) => base58Start(text) === null).length).toBeLessThan(10);
  });

  it.each(['', '1'.repeat(80), `0${'2'.repeat(80)}`])('returns null for %j', (text) => {
    expect(base58Start(text)).toBeNull();
  });
});
