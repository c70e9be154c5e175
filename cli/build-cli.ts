import { resolve } from 'node:path';
import { build as bundle } from 'esbuild';

const inThisFolder = (path: string): string => resolve(import.meta.dirname, path);

/** Builds the command line into one file, which needs nothing but Node 20. */
export const build = (outfile: string) =>
  bundle({
    entryPoints: [inThisFolder('chainwatch.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
  });

if (process.argv[1] === import.meta.filename) await build(inThisFolder('dist/chainwatch.cjs'));
