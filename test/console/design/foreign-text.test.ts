import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foreignText } from '../../../console/design/foreign-text.ts';

describe('foreignText', () => {
  it.each([
    ['a mark that turns the direction', 'US\u202EDT'],
    ['an isolate', 'US\u2067DT'],
    ['a zero-width space', 'US\u200BDT'],
    ['a byte order mark', 'US\uFEFFDT'],
    ['a tag character', `US${String.fromCodePoint(0xe0041)}DT`],
    ['a line break', 'US\nDT'],
    ['the character zero', 'US\u0000DT'],
  ])('makes %s visible', (_what, text) => {
    expect(foreignText(text, 80)).toBe('US\u{FFFD}DT');
  });

  it('keeps line breaks where the page has lines', () => {
    expect(foreignText('first\nsecond\u202E', 80, true)).toBe('first\nsecond\u{FFFD}');
  });

  it('keeps at most two marks on a letter', () => {
    expect(foreignText(`a${'\u0301'.repeat(50)}b`, 80)).toBe('a\u0301\u0301b');
  });

  it('cuts 10,000 characters to the most that the place has', () => {
    const text = foreignText('🪙'.repeat(10_000), 80);
    expect([...text]).toHaveLength(80);
    expect(text.endsWith('🪙…')).toBe(true);
  });

  it('is never longer than the most, and shows no invisible character, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 1, max: 100 }), (text, most) => {
        const shown = foreignText(text, most);
        expect([...shown].length).toBeLessThanOrEqual(most);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it('keeps words in any script as they are', () => {
    for (const text of ['Treasury', 'Тезор', '財務', 'خزينة', 'Trésor']) expect(foreignText(text, 80)).toBe(text);
  });
});
