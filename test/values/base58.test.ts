import { describe, expect, it } from '@jest/globals';
import { encodeBase58 } from 'ethers';
import fc from 'fast-check';
import { Base58, bitcoinBase58 } from '../../lib/values/base58.ts';

describe('Base58.decode', () => {
  it.each([
    ['', ''],
    ['1', '00'],
    ['111', '000000'],
    ['2g', '61'],
    ['1112g', '00000061'],
    ['StV1DL6CwTryKyV', '68656c6c6f20776f726c64'],
  ])('reads %j', (text, hex) => {
    expect(bitcoinBase58.decode(text)?.toString('hex')).toBe(hex);
  });

  it.each(['0', 'O', 'I', 'l', 'ab c', 'ä'])('is null for %j, which is not base58', (text) => {
    expect(bitcoinBase58.decode(text)).toBeNull();
  });

  it('undoes encoding, leading zeros included', () => {
    const bytes = fc.tuple(fc.nat(4), fc.uint8Array({ maxLength: 80 }));
    fc.assert(
      fc.property(bytes, ([zeros, rest]) => {
        const given = Buffer.concat([Buffer.alloc(zeros), rest]);
        expect(bitcoinBase58.decode(encodeBase58(given))?.equals(given)).toBe(true);
      }),
    );
  });
});

describe('Base58.firstBytes', () => {
  it('is the first four bytes, or null, of any text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 1300 }), (bytes) => {
        const start = bitcoinBase58.firstBytes(encodeBase58(bytes));
        expect([null, Buffer.from(bytes).readUInt32BE()]).toContain(start);
      }),
    );
  });

  it('is seldom null for text that is long', () => {
    const texts = Array.from({ length: 250 }, (_, n) => encodeBase58(Buffer.alloc(120, n + 1)));
    expect(texts.filter((text) => bitcoinBase58.firstBytes(text) === null).length).toBeLessThan(10);
  });

  it.each(['', '1'.repeat(80), `0${'2'.repeat(80)}`])('is null for %j', (text) => {
    expect(bitcoinBase58.firstBytes(text)).toBeNull();
  });
});

describe('Base58.encode', () => {
  it('writes the text that ethers writes for the same bytes', () => {
    const bytes = fc.tuple(fc.nat(4), fc.uint8Array({ minLength: 1, maxLength: 80 }));
    fc.assert(
      fc.property(bytes, ([zeros, rest]) => {
        const given = Buffer.concat([Buffer.alloc(zeros), rest]);
        expect(bitcoinBase58.encode(given)).toBe(encodeBase58(given));
      }),
    );
  });

  it('writes and reads bytes with another alphabet', () => {
    const reversed = new Base58([...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'].reverse().join(''));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(reversed.decode(reversed.encode(bytes))).toEqual(Buffer.from(bytes));
      }),
    );
  });
});
