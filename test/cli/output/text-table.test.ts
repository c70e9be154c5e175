import { describe, expect, it } from '@jest/globals';
import { Output } from '../../../cli/output/output.ts';
import { plainText, safeJson, shortText } from '../../../cli/output/plain-text.ts';
import { type Columns, textRecord, textTable } from '../../../cli/output/text-table.ts';

const plain = (text: string) => text;
const columns = { name: ({ name }: { name: string }) => name, n: ({ n }: { n: number | null }) => n };

describe('A table', () => {
  it('aligns columns, also behind wide characters, and shows nothing as a hyphen', () => {
    const items = [
      { name: '資金', n: 5 },
      { name: 'Treasury', n: null },
    ];
    expect(textTable(columns, items, plain)).toBe('NAME      N\n資金      5\nTreasury  -\n');
    expect(textRecord(columns, { name: 'A', n: 1 }, plain)).toBe('name  A\nn     1\n');
  });

  it('shows a record on a terminal without empty fields, in lines that fit, and several texts below each other', () => {
    const record: Columns<number> = {
      notes: () => 'one two three four',
      moves: () => ['in 1 ETH', 'out 2 ETH'],
      none: () => null,
      ok: () => true,
    };
    const lines = ['notes  one two', '       three four', 'moves  in 1 ETH', '       out 2 ETH', 'ok     yes', ''];
    expect(textRecord(record, 0, plain, 18)).toBe(lines.join('\n'));
    const piped = ['notes  one two three four', 'moves  in 1 ETH; out 2 ETH', 'none   -', 'ok     yes', ''];
    expect(textRecord(record, 0, plain)).toBe(piped.join('\n'));
  });

  it('has any number of lines', () => {
    expect(textTable({ n: (n: number) => n }, Array(150_000).fill(7), plain)).toHaveLength(2 * 150_001);
  });

  it.each([
    ['\u001b[2J\u001b]0;owned\u0007A', 'A'],
    ['\u009b31mA', 'A'],
    ['A\r\nB\tC\u2028D', 'A B C D'],
    ['US\u200bDC\u2066\u00ad', 'USDC'],
    ['A\u202egnp.exe', 'Agnp.exe'],
    ['\ud800A', ' A'],
    ['שלום', '\u2068שלום\u2069'],
  ])('shows %j without what a terminal obeys', (hostile, shown) => {
    expect(plainText(hostile)).toBe(shown);
    expect(textTable({ x: () => hostile }, [0], plain)).toBe(`X\n${shown}\n`);
  });

  it('cuts long text between characters', () => {
    expect(shortText('💰'.repeat(50), 10)).toBe(`${'💰'.repeat(9)}…`);
  });
});

describe('safeJson', () => {
  it('means the same and contains nothing that a terminal obeys', () => {
    const value = { a: '\u001b[31m\u009b2J\u202e\u2028\u007f' };
    const json = safeJson(value);
    expect(json).toMatch(/^[ -~]+$/);
    expect(JSON.parse(json)).toEqual(value);
  });
});

describe('Output', () => {
  /** What a list prints with these streams. */
  function printed(isTTY: boolean, environment: Record<string, string>, status = 'failed') {
    const written = { out: '', err: '' };
    const stream = (name: 'out' | 'err') => ({ isTTY, write: (text: string) => (written[name] += text) });
    const output = new Output({ json: false, wide: false, stdout: stream('out'), stderr: stream('err'), environment });
    output.list({ status: () => status }, [0], 2);
    return written;
  }

  it('colours a terminal alone, and never with NO_COLOR', () => {
    expect(printed(true, {}).out).toBe('\u001b[1mSTATUS\u001b[22m\n\u001b[31mfailed\u001b[39m\n');
    expect(printed(true, { NO_COLOR: '1' }).out).toBe('STATUS\nfailed\n');
    expect(printed(false, {}).out).toBe('STATUS\nfailed\n');
  });

  it.each(['constructor', 'toString', 'valueOf', '__proto__'])('shows the text %s as it is', (text) => {
    expect(printed(true, {}, text).out).toContain(text);
  });

  it('shows progress on a terminal alone', () => {
    expect(printed(true, {}).err).toBe('1 of 2; --limit shows more.\n');
    expect(printed(false, {}).err).toBe('');
  });
});
