import { expect, it } from '@jest/globals';
import { hanging } from '../../../cli/output/streamed-line.ts';

/** Characters of Han are as wide as two others. */
const widthOf = (line: string): number => [...line].length + (line.match(/\p{Script=Han}/gu)?.length ?? 0);

const cells = [
  ['17:14:34Z', 10],
  ['info', 8],
] as const;

it.each([40, 80, 120])('an item of a stream fits %s columns, also with a word that is longer', (width) => {
  const text = `Treasury paid ${'9'.repeat(60)} USDC to ${'資'.repeat(50)} (Any transfer)`;
  const lines = hanging({ cells, text }, width, (cell) => cell).split('\n');
  expect(lines.filter((line) => widthOf(line) > width)).toEqual([]);
  expect(lines.join(' ')).toContain('(Any transfer)');
});

it('an item of a stream shows no control characters of strangers', () => {
  expect(hanging({ cells, text: 'a\u001b[2J\nb' }, 80, (cell) => cell)).toBe('17:14:34Z   info      a b\n');
});
