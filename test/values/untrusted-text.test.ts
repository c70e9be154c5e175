import { describe, expect, it } from '@jest/globals';
import { sanitise, symbol } from '../../lib/values/untrusted-text.ts';

describe('sanitise', () => {
  it.each([
    ['Treasury', 'Treasury'],
    ['  Zoë 🐋 👩‍👩‍👧 ', 'Zoë 🐋 👩‍👩‍👧'],
    ['a\r\nb\tc', 'a  b c'],
    ['', '(blank)'],
    ['\u200b\u2060 \u202e', '(blank)'],
    ['US\u200bDC\u00ad', 'USDC'],
    ['half \ud83d of a pair', 'half   of a pair'],
  ])('shows %j as %j', (text, shown) => {
    expect(sanitise(text, 100)).toBe(shown);
  });

  it.each([
    ['visit-evil.com', 'visit-evil[.]com'],
    ['www.evil.co.uk/x?a', 'www[.]evil[.]co[.]uk/x?a'],
    ['https://evil.com', 'https[:]//evil[.]com'],
    ['HTTP://localhost', 'HTTP[:]//localhost'],
    ['пример.рф', 'пример[.]рф'],
    ['xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd[.]xn--p1ai'],
    ['evil。com evil．com evil｡com', 'evil[。]com evil[．]com evil[｡]com'],
    ['evil.\u200bcom', 'evil[.]com'],
    ['1.2.3.4/claim', '1[.]2[.]3[.]4/claim'],
    ['127.0.0.1:8080', '127[.]0[.]0[.]1:8080'],
    ['10．0｡0.1', '10[．]0[｡]0[.]1'],
    ['pay@evil.com mailto:pay@x tel:+1800', 'pay@evil[.]com mailto[:]pay@x tel[:]+1800'],
  ])('breaks the link in %j: %j', (text, shown) => {
    expect(sanitise(text, 100)).toBe(shown);
  });

  it.each(['USDC.e', '1.5', 'v2.0', 'Fund no. 7', 'Really...', '10:30'])('leaves %j unchanged', (text) => {
    expect(sanitise(text, 100)).toBe(text);
  });

  it('isolates text from right to left, so that it cannot reorder the text behind it', () => {
    expect(sanitise('שקל', 100)).toBe('\u2068שקל\u2069');
  });

  it('limits the number of visible code points', () => {
    expect(sanitise('🐋'.repeat(200), 100)).toBe(`${'🐋'.repeat(99)}…`);
    expect(sanitise(`${'\u200b'.repeat(500)}seen`, 100)).toBe('seen');
  });
});

describe('the symbol of a token', () => {
  it.each(['ETH', 'USDC', 'USDC.e', '1INCH', 'stETH', 'LP-3'])(
    'that is a plain ticker is shown as it is: %s',
    (text) => {
      expect(symbol(text)).toBe(text);
    },
  );

  it.each([
    ['ETH (9,000 USD)', '“ETH (9,000 USD)”'],
    ['ЕТН', '“ЕТН”'],
    ['a” b', "“a' b”"],
    ['claim.com', '“claim[.]com”'],
    ['', '“(blank)”'],
  ])('stands in quotes when it is no usual ticker: %j', (text, shown) => {
    expect(symbol(text)).toBe(shown);
  });
});
