import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hashCandidates } from '../../lib/chains/hash.ts';

const HEX = 'aB'.repeat(32);
/** The signature of a real transfer. */
const SOLANA = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQUjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

describe('hashCandidates', () => {
  it('accepts an EVM hash in any case and returns the hash in lower case', () => {
    expect(hashCandidates(`0x${HEX}`)).toEqual([{ family: 'evm', hash: `0x${HEX.toLowerCase()}` }]);
    expect(hashCandidates(`0X${HEX}`)).toEqual([{ family: 'evm', hash: `0x${HEX.toLowerCase()}` }]);
  });

  it('accepts an XRP Ledger hash in any case and returns the hash in upper case', () => {
    expect(hashCandidates(HEX)).toEqual([{ family: 'xrp', hash: HEX.toUpperCase() }]);
  });

  it('accepts a Solana signature and returns the signature unchanged', () => {
    expect(hashCandidates(SOLANA)).toEqual([{ family: 'solana', hash: SOLANA }]);
  });

  it.each([
    ['88 base58 digits that stand for 65 bytes', 'z'.repeat(88)],
    ['87 base58 digits that stand for 87 zero bytes', '1'.repeat(87)],
    ['a Solana signature that is too short', SOLANA.slice(0, 86)],
    ['a letter that is not in base58', `${SOLANA.slice(0, 86)}0l`],
    ['an EVM hash without its last digit', `0x${HEX.slice(1)}`],
    ['an EVM hash with a digit too many', `0x${HEX}0`],
    ['an XRP hash with a letter that is no hex digit', `${HEX.slice(1)}g`],
    ['white space around a hash', ` 0x${HEX}`],
    ['a line break after a hash', `0x${HEX}\n`],
    ['an empty text', ''],
  ])('refuses %s', (_what, text) => {
    expect(hashCandidates(text)).toEqual([]);
  });

  it('returns a hash that stays the same when hashCandidates reads the hash again', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(hex, fc.constantFrom('', '0x'), (digits, prefix) => {
        const candidates = hashCandidates(prefix + digits);
        expect(candidates).toHaveLength(1);
        expect(candidates.flatMap(({ hash }) => hashCandidates(hash))).toEqual(candidates);
      }),
    );
  });
});
