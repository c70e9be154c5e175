import { resolve } from 'node:path';
import { build } from 'esbuild';

// Builds the command line into one file, which needs nothing but Node 20.
await build({
  entryPoints: [resolve(import.meta.dirname, 'chainwatch.ts')],
  outfile: resolve(import.meta.dirname, 'dist/chainwatch.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'error',
});
