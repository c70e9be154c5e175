import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { GOALS_FILE, Goal } from './goals.ts';
import { circumstancesNow, INTRODUCTION, sectionOf, withSection } from './results.ts';

// npm run bench [-- NAME ...] [--large] [--quick] [--wallets NUMBER]: runs all benchmarks, or the named benchmarks.
// Each benchmark has its own process and heap. `--large` is for `lists` and `exports`, `--quick` for `pending`,
// `wallets` and `audit`, which otherwise take half an hour, `--wallets` for `wallets`. Writes bench/results.md. Ends
// with 1 when a benchmark fails or misses a goal by more than 20 %.

const FILES = new Map([
  ['decode', 'decode-blocks.ts'],
  ['scan', 'scan-blocks.ts'],
  ['balances', 'balances-in-memory.ts'],
  ['balance-rounds', 'balance-rounds.ts'],
  ['budgets', 'budgets.ts'],
  ['record', 'record-blocks.ts'],
  ['node-calls', 'node-calls.ts'],
  ['import-to-webhook', 'import-to-webhook.ts'],
  ['alerts', 'alert-partitions.ts'],
  ['isolation', 'isolation.ts'],
  ['webhooks', 'webhooks.ts'],
  ['lists', 'lists.ts'],
  ['rules', 'rules.ts'],
  ['decisions', 'decisions.ts'],
  ['pending', 'pending.ts'],
  ['exports', 'exports.ts'],
  ['console', 'console.ts'],
  ['wallets', 'wallets.ts'],
  ['audit', 'audit.ts'],
  ['cells', 'cells/cells.ts'],
]);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    wallets: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !FILES.has(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. The benchmarks are ${[...FILES.keys()].join(', ')}.`);
  process.exit(2);
}

const RESULTS = new URL('results.md', import.meta.url);
const names = [...FILES.keys()];
const folder = mkdtempSync(join(tmpdir(), 'chainwatch-bench-'));

const goalsIn = (file: string): Goal[] =>
  (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
    .filter((line) => line !== '')
    .map((line) => Goal.parse(JSON.parse(line)));

/** Runs a benchmark in a process of its own. Returns its exit code. */
async function run(file: string, args: readonly string[], goalsFile: string): Promise<number | null> {
  // A benchmark measures the heap, and collects the garbage before each measurement.
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning', '--disable-warning=DEP0040'];
  const child = spawn(process.execPath, [...flags, new URL(file, import.meta.url).pathname, ...args], {
    stdio: 'inherit',
    env: { ...process.env, [GOALS_FILE]: goalsFile },
  });
  const [code] = await once(child, 'exit');
  return code;
}

try {
  for (const [name, file] of FILES) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.log(`\n${name}\n`);
    const circumstances = circumstancesNow();
    const large = ['lists', 'exports'].includes(name) && values.large ? ['--large'] : [];
    const quick = ['pending', 'wallets', 'audit'].includes(name) && values.quick ? ['--quick'] : [];
    const wallets = name === 'wallets' && values.wallets !== undefined ? ['--wallets', values.wallets] : [];
    const goalsFile = join(folder, name);
    const code = await run(file, [...large, ...quick, ...wallets], goalsFile);
    if (code !== 0) process.exitCode = 1;
    const goals = goalsIn(goalsFile);
    // A benchmark that broke off keeps its earlier results.
    if (code !== 0 && goals.length === 0) continue;
    const results = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : INTRODUCTION;
    writeFileSync(RESULTS, withSection(results, names, name, sectionOf(name, goals, circumstances)));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
