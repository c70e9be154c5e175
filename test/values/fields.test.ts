import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import {
  AmountBounds,
  comparedText,
  InstantEndInput,
  InstantInput,
  line,
  name,
  note,
  ordered,
  paging,
  text,
} from '../../lib/values/fields.ts';

describe('The field schema name', () => {
  const Name = name(64);

  it.each([
    ['64 letters', 'a'.repeat(64)],
    ['64 emoji, which are 128 code units', '🐋'.repeat(64)],
    ['letters of any script', 'Zoë Ωμέγα 財布'],
    ['blanks around it', ' a '],
    ['emoji with a variation selector', '❤️ 1️⃣ ☎\ufe0e'],
  ])('accepts %s unchanged', (_what, given) => {
    expect(Name.parse(given)).toBe(given);
  });

  it.each([
    ['65 letters', 'a'.repeat(65)],
    ['65 emoji', '🐋'.repeat(65)],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\udc0b'],
    ['surrogates in the wrong order', '\udc0b\ud83d'],
    ['a line break', 'a\nb'],
    ['a zero byte', 'a\0'],
    ['a control character of C1', 'a\u0085'],
    ['DEL', '\u007f'],
    ['a separator of lines', 'a\u2028b'],
    ['a mark of direction', 'a\u200fb'],
    ['a character without width', 'a\u200bb'],
    ['a filler that looks like a blank', 'a\u3164b'],
    ['the first variation selector', 'a\ufe00b'],
    ['the last variation selector that no emoji needs', 'a\ufe0db'],
    ['the first supplementary variation selector', 'a\u{e0100}b'],
    ['the last supplementary variation selector', 'a\u{e01ef}b'],
    ['a Mongolian variation selector', 'a\u180bb'],
    ['the variation selector of emoji after a letter', 'US\ufe0fDC'],
    ['the variation selector of emoji after a digit', 'wallet 1\ufe0e'],
    ['nothing', ''],
    ['blanks', ' \u3000 '],
    ['a number', 5],
    ['null', null],
  ])('refuses %s', (_what, given) => {
    expect(Name.safeParse(given).success).toBe(false);
  });
});

describe('The field schemas line and note', () => {
  it('accept an empty text, and a note also accepts lines and tabs', () => {
    for (const schema of [line(10), note(10)]) expect(schema.parse('')).toBe('');
    expect(note(10).parse('a\r\n\tb')).toBe('a\r\n\tb');
    for (const given of ['a\nb', 'a\tb', 'a\u2029b']) expect(line(10).safeParse(given).success).toBe(false);
  });

  it.each(['\u001b', '\u0000', '\u0085', '\u009b', '\u007f', '\u200b', '\u200d', '\u202e', '\u2066', '\ufeff'])(
    'refuse the character %j',
    (character) => {
      for (const schema of [line(10), note(10)]) expect(schema.safeParse(`a${character}b`).success).toBe(false);
    },
  );
});

describe('comparedText', () => {
  it('accepts what a rule of an earlier release may have stored', () => {
    expect(comparedText(10).parse('US\u200bDC')).toBe('US\u200bDC');
    for (const given of ['', ' ', 'a\nb', 'a'.repeat(11)])
      expect(comparedText(10).safeParse(given).success).toBe(false);
  });
});

describe('text', () => {
  it('accepts an empty text, lines and tabs, and counts code points', () => {
    for (const given of ['', 'a\r\n\tb', '🐋'.repeat(10)]) expect(text(10).parse(given)).toBe(given);
    expect(text(10).safeParse('🐋'.repeat(11)).success).toBe(false);
  });

  it('accepts only text that DynamoDB stores unchanged', () => {
    expect(text(10).safeParse('\ud800').success).toBe(false);
    expect(text(10).safeParse('a\0').success).toBe(false);
  });
});

describe('an instant from a caller', () => {
  it.each([
    ['2026-01-31T09:00:00.000Z', '2026-01-31T09:00:00.000Z'],
    // The plus sign of a query that is not percent-encoded arrives as a space.
    ['2026-01-31T10:00:00 01:00', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31T09:00Z', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31t09:00:00z', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31T00:30:00+05:30', '2026-01-30T19:00:00.000Z'],
    ['2026-01-31T20:00:00-08:00', '2026-02-01T04:00:00.000Z'],
    ['2026-01-31T09:00:00.123456789Z', '2026-01-31T09:00:00.123Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('normalises %s to %s at either end of a range', (given, normal) => {
    expect(InstantInput.parse(given)).toBe(normal);
    expect(InstantEndInput.parse(given)).toBe(normal);
  });

  it('is the first millisecond of a bare date, or the last millisecond at the end of a range', () => {
    expect(InstantInput.parse('2026-01-31')).toBe('2026-01-31T00:00:00.000Z');
    expect(InstantEndInput.parse('2026-01-31')).toBe('2026-01-31T23:59:59.999Z');
  });

  it.each([
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-01-31T25:00:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:00:60Z',
    '2026-01-31T09:00:00+25:00',
    '2026-01-31T09:00:00',
    '2026-01-31 09:00:00Z',
    '2026-01-31T09:00:00.Z',
    '9999-12-31T23:59:59-01:00',
    '+012026-01-31',
    '20260131',
    'yesterday',
    '1769850000',
    '0000-01-01',
    '',
    ' 2026-01-31',
    1769850000,
    null,
  ])('refuses %j', (given) => {
    expect(InstantInput.safeParse(given).success).toBe(false);
    expect(InstantEndInput.safeParse(given).success).toBe(false);
  });
});

describe('ordered', () => {
  const Range = ordered(z.object({ from: InstantInput.optional(), to: InstantEndInput.optional() }));

  it.each([
    { from: '2026-01-31', to: '2026-01-31' },
    { from: '2026-01-31T09:00:00Z', to: '2026-01-31T09:00:00Z' },
    { from: '2026-01-31T09:00:00+02:00', to: '2026-01-31T08:00:00Z' },
    { from: '2026-01-31' },
    { to: '2026-01-31' },
    {},
  ])('accepts the range %j', (range) => {
    expect(Range.safeParse(range).success).toBe(true);
  });

  it.each([
    { from: '2026-02-01', to: '2026-01-31' },
    { from: '2026-01-31T09:00:00.001Z', to: '2026-01-31T09:00:00.000Z' },
    { from: '2026-01-31T08:00:00Z', to: '2026-01-31T09:00:00+02:00' },
  ])('refuses the range %j and names from', (range) => {
    expect(Range.safeParse(range).error?.issues.map(({ path }) => path)).toEqual([['from']]);
  });
});

describe('The paging parameters', () => {
  const Paging = z.strictObject(paging);

  it('default to 25 records', () => {
    expect(Paging.parse({})).toEqual({ pageSize: 25 });
    expect(Paging.parse({ page: '12', pageSize: '100' })).toEqual({ page: 12, pageSize: 100 });
  });

  it('accept a page past the end', () => {
    expect(Paging.parse({ page: '999999999' }).page).toBe(999_999_999);
  });

  it.each(['0', '-1', '1.5', '1e1', '0x1', '', ' 1', '１', 'NaN', '99999999999999999999'])('refuse page %j', (page) => {
    expect(Paging.safeParse({ page }).success).toBe(false);
  });

  it.each(['0', '101', '-5', 'all'])('refuse pageSize %j', (pageSize) => {
    expect(Paging.safeParse({ pageSize }).success).toBe(false);
  });
});

describe('AmountBounds', () => {
  it('keeps numbers unchanged and normalises decimal strings', () => {
    expect(AmountBounds.parse({ gte: 10.5, lt: '0100.500' })).toEqual({ gte: 10.5, lt: '100.5' });
  });

  it.each([0, 1e-18, 1e77, '0', '0.000000000000000001', '9'.repeat(78)])('accepts the bound %j', (gte) => {
    expect(AmountBounds.safeParse({ gte }).success).toBe(true);
  });

  it.each([-1, 1e-19, 1e78, Number.NaN, Number.POSITIVE_INFINITY, '', '-1', '+1', '1e3', '9'.repeat(79), true, null])(
    'refuses the bound %j',
    (gte) => {
      expect(AmountBounds.safeParse({ gte }).success).toBe(false);
    },
  );

  it('requires at least one bound', () => {
    expect(AmountBounds.safeParse({}).success).toBe(false);
  });
});
