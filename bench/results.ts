import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { cellsOf, type Goal } from './goals.ts';

/** Where and when a benchmark ran. */
export interface Circumstances {
  readonly machine: string;
  /** ISO 8601, UTC, minutes. */
  readonly date: string;
  readonly commit: string;
  readonly load: string;
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The files that a benchmark writes do not make the measured code another code. */
const WRITTEN = [':!bench/results.md', ':!bench/measured-units.json', ':!docs/costs.md'];

/** The commit of the working copy, and whether the working copy has other changes. */
export function commitNow(): string {
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', '.', ...WRITTEN) !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`;
}

export const dateNow = (): string => `${new Date().toISOString().slice(0, 16)}Z`;

export function circumstancesNow(): Circumstances {
  const processors = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  return {
    machine: `${processors[0]?.model.trim()}, ${processors.length} cores, ${memory}, Node ${process.version}`,
    date: dateNow(),
    commit: commitNow(),
    load: loadavg()
      .map((value) => value.toFixed(1))
      .join(', '),
  };
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A section of the results. */
export function sectionOf(
  name: string,
  goals: readonly Goal[],
  { machine, date, commit, load }: Circumstances,
): string {
  const rows = goals.map((goal) => row(cellsOf(goal)));
  const table = [row(['', 'figure', 'goal', 'unit', '', '']), '|---|--:|--:|---|---|---|', ...rows];
  const stated = goals.length === 0 ? ['No goal: the benchmark prints its figures only.'] : table;
  return [`## ${name}`, '', `${date}, commit ${commit}. ${machine}; load ${load}.`, '', ...stated, ''].join('\n');
}

export const INTRODUCTION = `# Results of the benchmarks

\`npm run bench\` writes this file: the last run of each benchmark, its goals and what it measured. A benchmark
fails when a goal is \`far missed\`, by more than 20 %.
`;

/** The results with this section in the place of its earlier version. Sections follow the given order. */
export function withSection(results: string, order: readonly string[], name: string, section: string): string {
  const [, ...old] = results.split(/^## /m);
  const sections = new Map(old.map((text) => [text.slice(0, text.indexOf('\n')), `## ${text.trimEnd()}\n`]));
  sections.set(name, section);
  const kept = order.flatMap((each) => sections.get(each) ?? []);
  return [INTRODUCTION, ...kept].join('\n');
}
