import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

// npm run bench [-- NAME ...] [--large]: runs all benchmarks, or the named benchmarks. Each benchmark has its own
// process and heap. `--large` is for `lists` and `exports`.

const FILES = new Map([
  ['decode', 'decode-blocks.ts'],
  ['scan', 'scan-blocks.ts'],
  ['import-to-webhook', 'import-to-webhook.ts'],
  ['isolation', 'isolation.ts'],
  ['lists', 'lists.ts'],
  ['exports', 'exports.ts'],
]);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { large: { type: 'boolean', default: false } },
});
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
  const large = ['lists', 'exports'].includes(name) && values.large ? ['--large'] : [];
  const args = [...flags, new URL(file, import.meta.url).pathname, ...large];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
