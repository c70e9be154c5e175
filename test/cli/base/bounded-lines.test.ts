import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boundedLines } from '../../../cli/base/bounded-lines.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainwatch-lines-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function linesOf(content: string | Buffer, most: number): Promise<(string | undefined)[]> {
  const file = join(folder, 'lines');
  writeFileSync(file, content);
  return Array.fromAsync(boundedLines(file, most));
}

describe('The lines of a file', () => {
  it('are those between the ends of lines, with or without an end after the last', async () => {
    expect(await linesOf('a\nbc\n', 10)).toEqual(['a', 'bc']);
    expect(await linesOf('a\n\nbc', 10)).toEqual(['a', '', 'bc']);
    expect(await linesOf('', 10)).toEqual([]);
  });

  it('are whole where the pieces of the file end within a line or a letter', async () => {
    const long = '資'.repeat(50_000);
    expect(await linesOf(`${long}\n${long}\nend`, 1_000_000)).toEqual([long, long, 'end']);
  });

  it('end with a line that is too long, of which the file may hold any length', async () => {
    expect(await linesOf('12345\n123456\nnever', 5)).toEqual(['12345', undefined]);
    expect(await linesOf(Buffer.alloc(5_000_000, 'x'), 1000)).toEqual([undefined]);
  });

  it('end with a line that is not UTF-8', async () => {
    expect(await linesOf(Buffer.from([0x61, 0x0a, 0xff, 0x0a, 0x62]), 10)).toEqual(['a', undefined]);
    expect(await linesOf(Buffer.from([0xff]), 10)).toEqual([undefined]);
  });

  it('cannot be read of a file that does not exist', async () => {
    await expect(Array.fromAsync(boundedLines(join(folder, 'none'), 10))).rejects.toThrow('cannot be read');
  });
});
