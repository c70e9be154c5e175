import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

/**
 * Runs all benchmarks, or those that are named, one after another: each in a process of its own, with a heap of its
 * own.
 */
const BENCHMARKS = ['decode', 'scan', 'import-to-webhook', 'isolation'];

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !BENCHMARKS.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${BENCHMARKS.join(', ')}.`);
  process.exit(2);
}

for (const name of positionals.length > 0 ? positionals : BENCHMARKS) {
  console.log(`\n${name}\n`);
  const file = new URL(`${name}.ts`, import.meta.url).pathname;
  // With the garbage collector at hand: benchmarks look at the heap, and begin each measurement with an empty one.
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning', '--disable-warning=DEP0040'];
  const child = spawn(process.execPath, [...flags, file], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
