import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fitted } from '../../../cli/output/fitted.ts';
import { Output } from '../../../cli/output/output.ts';
import { type Columns, sentence, textTable, usual } from '../../../cli/output/text-table.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

interface Item {
  readonly at: string;
  readonly chain: string;
  readonly amount: string;
  readonly tag: number | null;
  readonly wallet: string;
  readonly from: string;
  readonly id: string;
  readonly hash: string;
}

const columns: Columns<Item> = {
  time: ({ at }) => at,
  chain: ({ chain }) => chain,
  amount: ({ amount }) => ({ whole: `${amount} ETH`, short: '24,274,533.75 ETH' }),
  tag: ({ tag }) => tag,
  wallet: ({ wallet }) => wallet,
  from: ({ from }) => from,
  id: ({ id }) => id,
  hash: ({ hash }) => hash,
};

const item: Item = {
  at: '2026-03-01T11:56:00.000Z',
  chain: 'ethereum',
  amount: '24274533.7529436989225',
  tag: null,
  wallet: 'The cold vault of the treasury',
  from: '0x52908400098527886E0F7030069857D2E4169EE7',
  id: 'df325887-0fd1-4d4b-9a0c-6a3d8a3b3e11',
  hash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
};

function listed(width: number | undefined, wide = false, value = item) {
  const written = { out: '', err: '' };
  const stdout = { isTTY: width !== undefined, columns: width, write: (text: string) => (written.out += text) };
  const stderr = { isTTY: true, write: (text: string) => (written.err += text) };
  new Output({ json: false, wide, stdout, stderr, environment: { NO_COLOR: '1' } }).list(columns, [value], 1);
  return written;
}

const table = (width: number, value = item) => {
  const { columns: fitting, leftOut } = fitted(columns, [value], width, NOW);
  return { lines: textTable(fitting, [0], (text) => text).split('\n'), leftOut };
};

const columnsOf = (line: string): number =>
  [...line].reduce((sum, character) => sum + (/[資💰]/u.test(character) ? 2 : 1), 0);

describe('A list on a terminal', () => {
  it('has short ids and hashes, ages and rounded amounts', () => {
    expect(table(200, { ...item, wallet: 'The vault of the company' })).toEqual({
      lines: [
        'TIME       CHAIN     AMOUNT             TAG  WALLET                    FROM         ID        HASH',
        '4 min ago  ethereum  24,274,533.75 ETH  -    The vault of the company  0x5290…9EE7  df325887  0x5c50…2060',
        '',
      ],
      leftOut: [],
    });
  });

  it('leaves out empty columns, cuts the longest text, and never cuts an amount or the id', () => {
    expect(table(98)).toEqual({
      lines: [
        'TIME   CHAIN     AMOUNT             WALLET                      FROM         ID        HASH',
        '4 min  ethereum  24,274,533.75 ETH  The cold vault of the tre…  0x5290…9EE7  df325887  0x5c50…2060',
        '',
      ],
      leftOut: [],
    });
  });

  it('leaves out the columns at the end when the texts cannot get shorter', () => {
    expect(table(80)).toEqual({
      lines: [
        'TIME   CHAIN     AMOUNT             WALLET                 FROM         ID',
        '4 min  ethereum  24,274,533.75 ETH  The cold vault of th…  0x5290…9EE7  df325887',
        '',
      ],
      leftOut: ['hash'],
    });
  });

  it('has no long ages where there is little room', () => {
    const ageOn = (width: number, at: string) => table(width, { ...item, at }).lines[1]?.split('  ')[0];
    expect([99, 100].map((width) => ageOn(width, '2026-01-15T11:00:00.000Z'))).toEqual(['45 d', '2026-01-15']);
    expect([99, 100].map((width) => ageOn(width, '2026-03-01T11:00:00.000Z'))).toEqual(['1 h', '1 h ago']);
    expect(ageOn(99, '2027-01-15T11:00:00.000Z')).toBe('2027-01-15');
  });

  it('cuts all long texts alike, but no sentence to a few words', () => {
    const texts: Columns<string> = { a: (text) => text, b: (text) => sentence(text), c: (text) => text, n: () => 1 };
    const text = 'word '.repeat(12).trim();
    const { columns: fitting } = fitted(texts, [text], 70, NOW);
    const [, row = ''] = textTable(fitting, [0], (cell) => cell).split('\n');
    expect(row).toBe('word word word wo…  word word word word word …  word word word wo…  1');
  });

  it('cuts no amount, also where another item has none', () => {
    const columns: Columns<string | null> = {
      usd: (text) => text && { whole: text, short: text },
      what: () => 'A text that is long enough to be cut',
    };
    const shown = textTable(fitted(columns, ['123,456,789,012.34', null], 34, NOW).columns, [0, 1], (cell) => cell);
    expect(shown.split('\n')[1]).toBe('123,456,789,012.34  A text that i…');
  });

  it('cuts no number within a text', () => {
    const texts: Columns<string> = { a: (text) => text };
    const cellOf = (text: string) =>
      textTable(fitted(texts, [text], 20, NOW).columns, [0], (cell) => cell).split('\n')[1];
    expect(cellOf('pays at least 50,000 USD')).toBe('pays at least…');
    expect(cellOf('pays at least 50,0 USD and more')).toBe('pays at least 50,0 …');
  });

  describe('with a sentence that matters most', () => {
    const told = 'Treasury paid 1,000 ETH to 0x8617…070D';
    const columns: Columns<string> = {
      value: () => '2,500,000',
      what: (whole) => ({ whole, short: whole, least: 26, wanted: 38, kept: [' to 0x8617…070D'] }),
      rule: () => 'Large payment out of the vault',
      id: () => item.id,
    };
    const row = (width: number, text = told) =>
      textTable(fitted(columns, [text], width, NOW).columns, [0], (cell) => cell).split('\n')[1];

    it('leaves out the columns after it before it cuts the sentence', () => {
      expect(row(76)).toBe(`2,500,000  ${told}  Large payment …  df325887`);
      expect(row(70)).toBe(`2,500,000  ${told}  df325887`);
    });

    it('keeps the other end of the payment, and no amount without its unit', () => {
      expect(row(56)).toBe('2,500,000  Treasury paid… to 0x8617…070D  df325887');
      expect(row(58, `${told}, destination tag 4711`)).toBe('2,500,000  Treasury paid… to 0x8617…070D…  df325887');
    });

    it('keeps a number that belongs to the label', () => {
      expect(row(60, 'Deposit 117 paid 1,000 ETH to 0x8617…070D')).toBe(
        '2,500,000  Deposit 117 paid… to 0x8617…070D  df325887',
      );
      expect(row(60, 'Deposit of customer 117 paid 1,000 ETH to 0x8617…070D')).toBe(
        '2,500,000  Deposit of customer 117… to 0x8617…070D  df325887',
      );
    });

    it('leaves the rest to the other texts when it has enough', () => {
      const sentence = 'word '.repeat(20).trim();
      const columns: Columns<string> = {
        id: () => item.id,
        name: () => 'Large payment out of the vault',
        what: (whole) => ({ whole, short: whole, least: 26, wanted: 99 }),
      };
      const shown = (width: number) =>
        textTable(fitted(columns, [sentence], width, NOW).columns, [0], (cell) => cell).split('\n')[1];
      expect(shown(90)).toContain('  Large payment out of the …  word ');
      expect(shown(70)).toContain('  Large payment…  word ');
    });

    it('leaves out the column before it rather than the sentence', () => {
      expect(row(40)).toBe('Treasury paid… to 0x8617…070D  df325887');
    });
  });

  describe('with a sentence that may stand below', () => {
    const columns: Columns<string> = {
      id: () => item.id,
      what: (whole) => ({ whole, short: whole, least: 26, wanted: whole.length, isBelow: true }),
      type: () => 'large_transfer',
    };
    const shown = (width: number, text: string) => {
      let out = '';
      const stdout = { isTTY: true, columns: width, write: (each: string) => (out += each) };
      const options = { json: false, wide: false, stdout, stderr: stdout, environment: { NO_COLOR: '1' } };
      new Output(options).list(columns, [text, 'A wallet pays'], 2);
      return out.split('\n');
    };
    const exception = 'A wallet pays more than 50,000 USD, unless the other end is on the list exchanges';

    it('keeps it beside the id while it is whole, and leaves out other columns for it', () => {
      expect(shown(120, exception)[1]).toBe(`df325887  ${exception}  large_transfer`);
      expect(shown(100, exception)[1]).toBe(`df325887  ${exception}`);
    });

    it('puts all sentences below their rows where one has no room, and cuts none', () => {
      expect(shown(60, exception)).toEqual([
        'ID        TYPE',
        'df325887  large_transfer',
        '          A wallet pays more than 50,000 USD, unless the',
        '          other end is on the list exchanges',
        'df325887  large_transfer',
        '          A wallet pays',
        '',
      ]);
    });
  });

  it('needs no column of what is usual, unless the terminal has room', () => {
    const states: Columns<string> = { id: (text) => text, status: (text) => usual(text, text === 'active') };
    const shown = (items: readonly string[], width: number) => fitted(states, items, width, NOW);
    expect(Object.keys(shown(['active', 'active'], 80).columns)).toEqual(['id', 'status']);
    expect(shown(['active', 'active'], 10)).toMatchObject({ columns: { id: expect.anything() }, leftOut: [] });
    expect(shown(['active', 'throttled'], 10).leftOut).toEqual(['status']);
  });

  it('says which columns found no room, and shows them with --wide', () => {
    expect(listed(50).err).toContain('Not shown: wallet, from, hash. --wide shows them.');
    const wide = listed(50, true);
    expect(wide.err).toBe('');
    for (const text of [item.at, item.amount, item.id, item.hash, item.wallet]) expect(wide.out).toContain(text);
  });

  it('is whole in a pipe', () => {
    expect(listed(undefined).out).toBe(listed(60, true).out);
  });

  it('is never wider than a terminal of at least 40 characters', () => {
    const text = fc.string({ maxLength: 120, unit: fc.constantFrom('a', 'W', ' ', '資', '💰', 'é', '\u202e') });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 40, max: 200 }), (wallet, chain, width) => {
        const { lines } = table(width, { ...item, wallet, chain });
        expect(Math.max(...lines.map((line) => columnsOf(line)))).toBeLessThanOrEqual(width);
      }),
    );
  });
});
