import { describe, expect, it } from '@jest/globals';
import { cellsOf, verdictOf } from '../../bench/goals.ts';
import { INTRODUCTION, sectionOf, withSection } from '../../bench/results.ts';

const goal = { name: 'units', unit: 'units' };
const where = { machine: 'a machine', date: '2026-11-23T05:00Z', commit: 'abc1234', load: '0.1, 0.1, 0.1' };

describe('The goals of benchmarks', () => {
  it.each([
    [{ figure: 50, atMost: 50 }, 'met'],
    [{ figure: 50.1, atMost: 50 }, 'missed'],
    [{ figure: 60, atMost: 50 }, 'missed'],
    [{ figure: 60.1, atMost: 50 }, 'far missed'],
    [{ figure: 10, atLeast: 10 }, 'met'],
    [{ figure: 8, atLeast: 10 }, 'missed'],
    [{ figure: 7.9, atLeast: 10 }, 'far missed'],
    [{ figure: Number.NaN, atMost: 50 }, 'far missed'],
    [{ figure: null, atMost: 50 }, 'not measured'],
    [{ figure: 7 }, 'no goal'],
  ])('%j is %s', (of, verdict) => {
    expect(verdictOf({ ...goal, ...of })).toBe(verdict);
  });

  it('stand beside their figures', () => {
    expect(cellsOf({ ...goal, figure: 51.7, atMost: 50, note: 'why' })).toEqual([
      'units',
      '51.7',
      '≤ 50.0',
      'units',
      'missed',
      'why',
    ]);
  });
});

describe('The results of benchmarks', () => {
  const order = ['decode', 'scan', 'record'];
  const section = (name: string, figure: number) => sectionOf(name, [{ ...goal, figure }], where);

  it('keep machine, date, commit and figures', () => {
    expect(section('scan', 7)).toContain('2026-11-23T05:00Z, commit abc1234. a machine; load 0.1, 0.1, 0.1.');
    expect(section('scan', 7)).toContain('| units | 7.00 |  | units | no goal |  |');
  });

  it('replace the section of a benchmark that ran again, in the order of the benchmarks', () => {
    const first = withSection(INTRODUCTION, order, 'record', section('record', 1));
    const second = withSection(first, order, 'decode', section('decode', 2));
    const third = withSection(second, order, 'record', section('record', 3));
    expect(third).toBe([INTRODUCTION, section('decode', 2), section('record', 3)].join('\n'));
  });
});
