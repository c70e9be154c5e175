import { describe, expect, it } from '@jest/globals';
import { printable } from '../../lib/values/text.ts';

describe('printable', () => {
  it.each([
    ['as it is', 'as it is'],
    ['a\r\nb\tc\0d', 'a  b c d'],
    ['a\u0085b\u2028c\u2029d', 'a b c d'],
    ['a\u202eb\u2066c', 'a b c'],
    ['👩‍👩‍👧 é', '👩‍👩‍👧 é'],
  ])('converts %j to one line', (text, line) => {
    expect(printable(text, 100)).toBe(line);
  });

  it('cuts a text by code points and ends the text with an ellipsis', () => {
    expect(printable('12345', 5)).toBe('12345');
    expect(printable('123456', 5)).toBe('1234…');
    expect(printable('🐋🐋🐋', 3)).toBe('🐋🐋🐋');
    expect(printable('🐋🐋🐋🐋', 3)).toBe('🐋🐋…');
    expect(printable('a🐋🐋🐋🐋🐋', 3)).toBe('a🐋…');
  });
});
