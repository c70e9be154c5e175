import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

// npm run bench [-- NAME ...]: runs all benchmarks, or the named benchmarks. Each benchmark has its own process and
// heap.

const FILES = new Map([
  ['decode', 'decode-blocks.ts'],
  ['scan', 'scan-blocks.ts'],
  ['import-to-webhook', 'import-to-webhook.ts'],
  ['isolation', 'isolation.ts'],
]);

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !FILES.has(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. The benchmarks are ${[...FILES.keys()].join(', ')}.`);
  process.exit(2);
}

for (const [name, file] of FILES) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n${name}\n`);
  // A benchmark measures the heap, and collects the garbage before each measurement.
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning', '--disable-warning=DEP0040'];
  const child = spawn(process.execPath, [...flags, new URL(file, import.meta.url).pathname], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
