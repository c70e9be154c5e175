import { describe, expect, it } from '@jest/globals';
import { cleanSymbol } from '../../../lib/chains/port/symbol.ts';

describe('cleanSymbol', () => {
  it.each([
    ['control characters', 'US\u0000D\u0007C', 'USDC'],
    ['bidirectional overrides', '\u202eCDSU\u202c', 'CDSU'],
    ['zero-width characters', 'U\u200bS\u200dD\ufeffC', 'USDC'],
    ['invisible letters', 'USDC\u3164\u115f', 'USDC'],
    ['line breaks and repeated spaces', ' A\n\n B\u2028C ', 'A B C'],
    ['all characters after the first 32', '𝔘'.repeat(40), '𝔘'.repeat(32)],
  ])('removes %s', (_what, given, cleaned) => {
    expect(cleanSymbol(given)).toBe(cleaned);
  });

  it('keeps letters of every script', () => {
    expect(cleanSymbol('柴犬₮🐕')).toBe('柴犬₮🐕');
  });

  it('returns null for a symbol of invisible characters only', () => {
    expect(cleanSymbol('\u200b\u202e \u0000')).toBeNull();
  });
});
