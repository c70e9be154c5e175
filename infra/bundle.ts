import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { pipelines } from '../functions/pipelines/pipelines.ts';
import { routes } from '../functions/routes.ts';
import { bundleOptions } from './bundle-options.ts';

const { values } = parseArgs({ options: { sizes: { type: 'boolean', default: false } } });

const handlers = [
  ...Object.values(routes).map((route) => route.handler),
  ...Object.keys(pipelines).map((name) => `pipelines/${name}`),
];

// esbuild has printed the cause when the build fails.
const { metafile, outputFiles } = await build(bundleOptions(handlers)).catch(() => process.exit(1));

// A build that fails leaves the previous bundles in place. A build that succeeds replaces all of them, because the
// bundle of a deleted handler must not deploy.
rmSync('dist', { recursive: true, force: true });
for (const { path, contents } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

if (values.sizes) {
  const sizes = Object.entries(metafile.outputs).map(([file, { bytes }]) => ({
    function: file.slice('dist/'.length, -'/index.cjs'.length),
    KB: Math.round(bytes / 1000),
  }));
  console.table(sizes.sort((a, b) => b.KB - a.KB));
}
