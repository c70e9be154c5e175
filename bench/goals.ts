import { appendFileSync } from 'node:fs';
import * as z from 'zod';
import { figure, printTable } from './figures.ts';

/** A figure that a benchmark measured, with the limit that the product promises. */
export const Goal = z.object({
  name: z.string(),
  /** Null when the benchmark could not measure the figure, for example because a program is missing. */
  figure: z.number().nullable(),
  unit: z.string(),
  /** The figure may not be greater. A goal without a limit is a figure that nobody has promised. */
  atMost: z.number().optional(),
  /** The figure may not be less. */
  atLeast: z.number().optional(),
  /** What else was found, such as the request with this figure. */
  note: z.string().optional(),
});
export type Goal = z.output<typeof Goal>;

/** The environment variable with the path of the file where a benchmark leaves its goals for bench/run.ts. */
export const GOALS_FILE = 'BENCH_GOALS';

/** A busy machine may miss a goal by this share before the benchmark fails. */
const TOLERANCE = 0.2;

export type Verdict = 'met' | 'missed' | 'far missed' | 'not measured' | 'no goal';

/** Compares a figure with its limit. `far missed` is a miss by more than 20 %. */
export function verdictOf({ figure, atMost, atLeast }: Goal): Verdict {
  if (figure === null) return 'not measured';
  if (atMost === undefined && atLeast === undefined) return 'no goal';
  const isWithin = (tolerance: number) =>
    figure <= (atMost ?? Number.POSITIVE_INFINITY) * (1 + tolerance) &&
    figure >= (atLeast ?? Number.NEGATIVE_INFINITY) * (1 - tolerance);
  if (isWithin(0)) return 'met';
  return isWithin(TOLERANCE) ? 'missed' : 'far missed';
}

/** The limit of a goal, such as `≤ 50`. */
function limitOf({ atMost, atLeast }: Goal): string {
  if (atMost !== undefined) return `≤ ${figure(atMost)}`;
  return atLeast === undefined ? '' : `≥ ${figure(atLeast)}`;
}

/** The cells of a goal: name, figure, limit, unit, verdict, note. */
export const cellsOf = (goal: Goal): string[] => [
  goal.name,
  goal.figure === null ? '' : figure(goal.figure),
  limitOf(goal),
  goal.unit,
  verdictOf(goal),
  goal.note ?? '',
];

/**
 * Prints goals beside their figures. The process ends with 1 when a goal is missed by more than 20 %. Under
 * `npm run bench`, the goals also reach bench/results.md.
 */
export function reportGoals(goals: readonly Goal[]): void {
  console.log('\nGoals\n');
  printTable(['', 'figure', 'goal', 'unit', '', ''], goals.map(cellsOf));
  if (goals.some((goal) => verdictOf(goal) === 'far missed')) process.exitCode = 1;
  const file = process.env[GOALS_FILE];
  if (file !== undefined) appendFileSync(file, goals.map((goal) => `${JSON.stringify(goal)}\n`).join(''));
}
