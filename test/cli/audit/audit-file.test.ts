import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AuditFile, type AuditKey } from '../../../cli/audit/audit-file.ts';
import { aKeyPair, anEntry, signedFile } from './signed-file.ts';

const keys = aKeyPair();
/** Lines 1 to 3, 5 to 8 and 10 are entries, and 4, 9 and 11 are their checkpoints. */
const LINES = signedFile([3, 4, 1], { keys });
const CHECKPOINTS = [3, 8, 10];
const ADDED = JSON.stringify(anEntry(99, '2026-11-29T10:00:00.001Z'));

/** What the command finds in these lines: the first fault, or what the file proves. */
function verified(lines: readonly (string | undefined)[], key: AuditKey = { publicKey: keys.publicKey.toString() }) {
  const file = new AuditFile(key);
  for (const line of lines) {
    const fault = file.add(line);
    if (fault !== null) return fault;
  }
  return file.end();
}

const faultIn = (lines: readonly (string | undefined)[]) => {
  const result = verified(lines);
  return 'problem' in result ? `${result.line}: ${result.problem}` : 'none';
};

const changed = (n: number, from: string, to: string) =>
  LINES.map((line, place) => (place === n ? line.replace(from, to) : line));
const moved = (from: number, to: number) => LINES.toSpliced(from, 1).toSpliced(to, 0, LINES[from] ?? '');

describe('An audit file', () => {
  it('is valid as it was written, and says what it proves', () => {
    expect(verified(LINES)).toEqual({
      checkpoints: 3,
      covered: 8,
      notCovered: 0,
      from: '2026-11-29T09:00:00.000Z',
      to: '2026-11-29T12:00:00.000Z',
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      previous: null,
    });
  });

  it('says how many entries no checkpoint covers yet', () => {
    expect(verified(signedFile([2], { keys, notCovered: 3 }))).toMatchObject({ covered: 2, notCovered: 3 });
  });

  it('may begin in the middle of a log, and names the checkpoint before', () => {
    expect(verified(LINES.slice(4))).toMatchObject({
      checkpoints: 2,
      previous: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is valid with other spaces and other escapes, which say nothing', () => {
    const spaced = LINES.map((line) => JSON.stringify(JSON.parse(line), null, ' ').replaceAll('\n', '\t'));
    expect(verified(spaced.map((line) => line.replace('ë', '\\u00eb')))).toMatchObject({ covered: 8 });
  });

  it('proves nothing without a checkpoint', () => {
    expect(faultIn([])).toMatch(/^0: The file has no checkpoint/);
    expect(faultIn(LINES.slice(0, 3))).toMatch(/^3: The file has no checkpoint/);
  });
});

describe('A fault of an audit file is named by its first line and its reason:', () => {
  it.each([
    ['a changed digit', changed(1, '"before":1', '"before":7'), /^1: .* somebody changed an entry of lines 1 to 3/],
    ['a dropped entry', LINES.toSpliced(5, 1), /^8: The checkpoint covers 4 entries, .* are 3: some were dropped/],
    ['the only entry of an hour that is dropped', LINES.toSpliced(9, 1), /^10: No entry is before the checkpoint/],
    ['an entry that stands twice', LINES.toSpliced(6, 0, LINES[5] ?? ''), /^7: .* it was moved, or it stands twice/],
    ['an added entry', LINES.toSpliced(8, 0, ADDED), /^10: .* lines 5 to 9 are 5: some were added/],
    ['an entry that was moved up', moved(6, 4), /^6: The entry belongs before line 5/],
    ['an entry that was moved behind its checkpoint', moved(2, 3), /^3: The checkpoint covers 3 .* are 2/],
    ['an entry of the next hour before a checkpoint', moved(4, 3), /^4: The entry is younger than the checkpoint/],
    ['a dropped checkpoint', LINES.toSpliced(8, 1), /^10: The checkpoint does not follow that of line 4/],
    ['the first checkpoint that is dropped', LINES.toSpliced(3, 1), /^1: The entry is older than the checkpoint after/],
    ['a dropped hour', LINES.toSpliced(4, 5), /^6: The checkpoint does not follow that of line 4: .* dropped or moved/],
    ['a changed number of a checkpoint', changed(3, '"count":3', '"count":2'), /^4: The key did not sign/],
    [
      'a field of a checkpoint that is not signed',
      changed(3, '"count"', '"more":1,"count"'),
      /^4: The checkpoint lacks/,
    ],
    ['an entry that was added behind its checkpoint', LINES.toSpliced(4, 0, LINES[1] ?? ''), /^5: .* moved or added/],
    ['a field that stands twice', changed(0, '"id"', '"action":"read","id"'), /^1: .* a field twice/],
    ['a number that is not exact', changed(0, '1.5e+300', '1.50000000000000000001e+300'), /^1: .* not exact/],
    ['a line that is no JSON', LINES.toSpliced(2, 0, ''), /^3: The line is no JSON object/],
    [
      'a line that is nothing of both',
      LINES.toSpliced(2, 0, '[]'),
      /^3: The line is neither an entry nor a checkpoint/,
    ],
    ['a line that is too long', [undefined, ...LINES], /^1: The line is longer than 1 MiB, or it is not UTF-8/],
    ['JSON that nests too deeply', LINES.toSpliced(0, 0, '['.repeat(500_000)), /^1: The line is no JSON object/],
  ])('%s', (_what, lines, fault) => {
    expect(faultIn(lines)).toMatch(fault);
  });

  it('a checkpoint that another key signed', () => {
    const { publicKey } = aKeyPair();
    const key = { publicKey: publicKey.toString() };
    expect(verified(LINES, key)).toMatchObject({ line: 4, problem: expect.stringMatching(/^The key did not sign/) });
    expect(verified(LINES, { ...key, keyId: 'other' })).toMatchObject({
      line: 4,
      problem: 'The checkpoint names the key local, and the file of the key holds other.',
    });
  });

  it('checkpoints in another order', () => {
    const [first = 0, second = 0] = CHECKPOINTS;
    const swapped = LINES.toSpliced(first, 1, LINES[second] ?? '').toSpliced(second, 1, LINES[first] ?? '');
    expect(faultIn(swapped)).toMatch(/^1: The entry is older than the checkpoint after it/);
  });
});

describe('No audit file is valid any more', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
  const file = sizes.map((hours) => signedFile(hours, { keys }));
  /** A place in a list, whatever its length is. */
  const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const at = (where: number, length: number) => Math.floor(where * length);
  const isFound = (lines: readonly string[]) => expect(verified(lines)).toHaveProperty('problem');

  it('after any character of any line became another', () => {
    const letter = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 });
    fc.assert(
      fc.property(file, place, place, letter, (lines, line, column, character) => {
        const n = at(line, lines.length);
        const text = lines[n] ?? '';
        const c = at(column, text.length);
        fc.pre(text[c] !== character);
        isFound(lines.toSpliced(n, 1, `${text.slice(0, c)}${character}${text.slice(c + 1)}`));
      }),
      { numRuns: 2000 },
    );
  });

  it('after any digit became another', () => {
    fc.assert(
      fc.property(file, place, place, fc.integer({ min: 1, max: 9 }), (lines, line, column, more) => {
        const n = at(line, lines.length);
        const text = lines[n] ?? '';
        const digits = [...text.matchAll(/\d/g)];
        const { index, 0: digit } = digits[at(column, digits.length)] ?? { index: 0, 0: '0' };
        isFound(lines.toSpliced(n, 1, `${text.slice(0, index)}${(Number(digit) + more) % 10}${text.slice(index + 1)}`));
      }),
      { numRuns: 1000 },
    );
  });

  it('after any line was dropped, except the last checkpoint, without which its entries are not covered', () => {
    fc.assert(
      fc.property(file, place, (lines, line) => {
        const n = at(line, lines.length);
        const left = lines.toSpliced(n, 1);
        if (n < lines.length - 1 || lines.filter((each) => each.includes('"checkpoint"')).length === 1) isFound(left);
        else expect(verified(left)).toMatchObject({ notCovered: expect.any(Number) });
      }),
      { numRuns: 300 },
    );
  });

  it('after any two lines changed their places', () => {
    fc.assert(
      fc.property(file, place, place, (lines, one, other) => {
        const [a, b] = [at(one, lines.length), at(other, lines.length)];
        fc.pre(a !== b);
        isFound(lines.toSpliced(a, 1, lines[b] ?? '').toSpliced(b, 1, lines[a] ?? ''));
      }),
      { numRuns: 500 },
    );
  });
});
