import { sumsOf, type Usage, usdOf } from './capacity.ts';
import type { Interval, StepCost } from './checking.ts';
import { figure, median, printTable } from './figures.ts';
import type { Cost } from './measured-units.ts';

/** 30 days of Ethereum's blocks. */
const BLOCKS_A_MONTH = 216_000;

/** The measured intervals of a number of wallets on one chain. */
export interface CheckedLevel {
  readonly family: string;
  readonly wallets: number;
  /** The wallets that move in each interval. */
  readonly moved: number;
  /** Blocks between two checks. */
  readonly every: number;
  /** The first check of a process. */
  readonly first: Interval;
  /** Later checks of the same process. */
  readonly later: readonly Interval[];
  /** Checks of two processes that take turns. */
  readonly inTurn: readonly Interval[];
}

const unitsOf = (usage: Usage): number => [...usage.values()].reduce((sum, { units }) => sum + units, 0);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const perBlock = (intervals: readonly Interval[], of: (scans: StepCost) => number): number =>
  mean(intervals.map(({ scans, blocks }) => of(scans) / blocks));
const perCheck = (intervals: readonly Interval[], of: (check: StepCost) => number): number =>
  mean(intervals.map(({ check }) => of(check)));

/** The title of a level: how many wallets, and how many of them move. */
const titleOf = ({ wallets, moved }: CheckedLevel): string =>
  `${wallets.toLocaleString('en')}${moved > 0 ? `, ${moved.toLocaleString('en')} move` : ''}`;

type Row = readonly [name: string, of: (level: CheckedLevel) => number, write?: (value: number) => string];

const two = (value: number) => value.toFixed(2);
const three = (value: number) => value.toFixed(3);

/** Scan and checks against the scan alone. */
const ratioOf = (checks: (level: CheckedLevel) => readonly Interval[]) => (level: CheckedLevel) => {
  const scan = perBlock(level.later, ({ usage }) => unitsOf(usage));
  return 1 + perCheck(checks(level), ({ usage }) => unitsOf(usage)) / level.every / scan;
};

const ROWS: readonly Row[] = [
  ['RPC calls per block: scan', ({ later }) => perBlock(later, ({ calls }) => calls), two],
  ['RPC calls per block: checks', ({ later, every }) => perCheck(later, ({ calls }) => calls) / every, two],
  ['units per block: scan', ({ later }) => perBlock(later, ({ usage }) => unitsOf(usage)), two],
  ['units per block: checks', ({ later, every }) => perCheck(later, ({ usage }) => unitsOf(usage)) / every, two],
  ['units, scan and checks : scan', ratioOf(({ later }) => later), three],
  ['… with two processes in turn', ratioOf(({ inTurn }) => inTurn), three],
  ['… if each check were the first', ratioOf(({ first }) => [first]), three],
  ['units of a check', ({ later }) => perCheck(later, ({ usage }) => unitsOf(usage))],
  ['… with two processes in turn', ({ inTurn }) => perCheck(inTurn, ({ usage }) => unitsOf(usage))],
  ['… the first of a process', ({ first }) => unitsOf(first.check.usage)],
  ['USD a month: scan', ({ later }) => BLOCKS_A_MONTH * perBlock(later, ({ usage }) => usdOf(sumsOf(usage))), two],
  [
    'USD a month: checks',
    ({ later, every }) => (BLOCKS_A_MONTH * perCheck(later, ({ usage }) => usdOf(sumsOf(usage)))) / every,
    two,
  ],
];

/** What checks cost per block, in the mean of the later checks of a process. */
export const checksPerBlock = ({ later, every }: CheckedLevel): Cost => ({
  requests: perCheck(later, ({ usage }) => sumsOf(usage).requests) / every,
  readUnits: perCheck(later, ({ usage }) => sumsOf(usage).readUnits) / every,
  writeUnits: perCheck(later, ({ usage }) => sumsOf(usage).writeUnits) / every,
});

export function reportChecks(levels: readonly CheckedLevel[]): void {
  const [level] = levels;
  if (level === undefined) return;
  console.log(`\nChecks of balances on the ${level.family} blocks, one check in ${level.every} blocks`);
  printTable(
    ['', ...levels.map(titleOf)],
    ROWS.map(([name, of, write = figure]) => [name, ...levels.map((each) => write(of(each)))]),
  );
}

/** The time and the memory of one check. The in-process node answers in the same thread. */
export function reportCheckTimes(levels: readonly CheckedLevel[]): void {
  console.log('\nTime and memory of a check, with DynamoDB and the node on the same machine');
  const spread = (values: readonly number[]) =>
    `${figure(median(values))} (${figure(Math.min(...values))}–${figure(Math.max(...values))})`;
  const rows = levels.flatMap((level) => {
    const name = `${level.family}: ${titleOf(level)}`;
    const row = (label: string, intervals: readonly Interval[]) => [
      `${name}, ${label}`,
      ...[
        ({ ms }: StepCost) => ms / 1000,
        ({ cpuMs }: StepCost) => cpuMs / 1000,
        ({ mostMb }: StepCost) => mostMb,
        ({ keptMb }: StepCost) => keptMb,
      ].map((of) => spread(intervals.map(({ check }) => of(check)))),
    ];
    return [row('first', [level.first]), row('later', level.later)];
  });
  printTable(['', 's', 'CPU s', 'MB with garbage, at most', 'MB kept'], rows);
}
