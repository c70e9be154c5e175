import { describe, expect, it } from '@jest/globals';
import { encodeBase58 } from 'ethers';
import fc from 'fast-check';
import { decodeBase58 } from '../../lib/chains/base58.ts';

describe('decodeBase58', () => {
  it.each([
    ['', ''],
    ['1', '00'],
    ['111', '000000'],
    ['2g', '61'],
    ['1112g', '00000061'],
    ['StV1DL6CwTryKyV', '68656c6c6f20776f726c64'],
  ])('reads %j', (text, hex) => {
    expect(decodeBase58(text)?.toString('hex')).toBe(hex);
  });

  it.each(['0', 'O', 'I', 'l', 'ab c', 'ä'])('is null for %j, which is not base58', (text) => {
    expect(decodeBase58(text)).toBeNull();
  });

  it('undoes encoding, leading zeros included', () => {
    const bytes = fc.tuple(fc.nat(4), fc.uint8Array({ maxLength: 80 }));
    fc.assert(
      fc.property(bytes, ([zeros, rest]) => {
        const given = Buffer.concat([Buffer.alloc(zeros), rest]);
        expect(decodeBase58(encodeBase58(given))?.equals(given)).toBe(true);
      }),
    );
  });
});
