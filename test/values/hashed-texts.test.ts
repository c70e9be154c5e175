import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HashedTexts, hashOfAscii, hashOfText } from '../../lib/values/hashed-texts.ts';

it('A set has each added text, whatever the texts and the expected number', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.nat(300), (texts, expected) => {
      const set = new HashedTexts(expected);
      set.addAll(texts);
      expect(texts.every((text) => set.has(text))).toBe(true);
      expect(set.size).toBe(new Set(texts).size);
    }),
  );
});

it('A set has each line of an added text', () => {
  const set = new HashedTexts();
  set.addLines('0xab\n0xcd\nrN7');
  expect(set.size).toBe(3);
  expect(['0xab', '0xcd', 'rN7'].every((text) => set.has(text))).toBe(true);
  expect(set.has('')).toBe(false);
});

it('A set that has grown has every added text and no similar text', () => {
  const set = new HashedTexts();
  const texts = Array.from({ length: 200_000 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);
  set.addAll(texts);
  set.addAll(texts);
  expect(set.size).toBe(texts.length);
  expect(texts.every((text) => set.has(text))).toBe(true);
  const others = texts.flatMap((text) => [`${text}0`, text.slice(1), text.replace('0x', '0X')]);
  expect(others.filter((text) => set.has(text))).toEqual([]);
});

it('A set takes at most 22 bytes per text', () => {
  const set = new HashedTexts(1_000_000);
  expect(set.bytes / 1_000_000).toBeLessThan(22);
});

it('A set finds an added text by the hash of its bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), fc.nat(5), (text, before) => {
      const set = new HashedTexts();
      set.addAll([text]);
      const bytes = Buffer.from(`${' '.repeat(before)}${text}"`);
      const hash = hashOfAscii(bytes, before, before + text.length);
      expect(hash).toBe(hashOfText(text));
      expect(set.hasHash(hash)).toBe(true);
      expect(set.hasHash(hash + 1)).toBe(false);
    }),
  );
});
