import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import { pipelines } from '../functions/pipelines/pipelines.ts';
import { routes } from '../functions/routes.ts';
import type { Access } from '../lib/platform/access.ts';
import type { Route } from '../lib/platform/http/route.ts';

const { values } = parseArgs({ options: { sizes: { type: 'boolean', default: false } } });

const functions: readonly { readonly handler: string; readonly access: Access }[] = [
  ...Object.values<Route>(routes),
  ...Object.entries(pipelines).map(([name, { access }]) => ({ handler: `pipelines/${name}`, access })),
];
const readsChains = ({ access }: { readonly access: Access }) => access.secrets?.includes('rpc') ?? false;

const options = {
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  // The ES module of a package, where it has one, can be shaken; esbuild's default for Node is its CommonJS file.
  mainFields: ['module', 'main'],
  legalComments: 'none',
  logLevel: 'error',
  metafile: true,
  write: false,
} as const satisfies BuildOptions;

/** Every bundle is complete, SDKs included, so that a function runs the very versions that the tests ran. */
const bundled = (handlers: readonly { readonly handler: string }[], external: string[]) =>
  build({
    ...options,
    external,
    entryPoints: Object.fromEntries(handlers.map(({ handler }) => [`${handler}/index`, `functions/${handler}.ts`])),
  }).catch(() => process.exit(1)); // esbuild has printed the fault

// In one pass for many functions, esbuild reads each module once. A function that may not read the RPC URLs never loads
// the reader of a chain, so its bundle leaves the readers and their SDKs out.
const builds = await Promise.all([
  bundled(functions.filter(readsChains), []),
  bundled(
    functions.filter((each) => !readsChains(each)),
    [resolve('lib/chains/*-reader.ts')],
  ),
]);

// Only after the build, so that a failed build leaves the last bundles in place. The whole folder goes, because the
// bundle of a deleted handler must not deploy.
rmSync('dist', { recursive: true, force: true });
for (const { path, contents } of builds.flatMap(({ outputFiles }) => outputFiles)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

if (values.sizes) {
  const outputs = builds.flatMap(({ metafile }) => Object.entries(metafile.outputs));
  const sizes = outputs.map(([file, { bytes }]) => ({
    function: file.slice('dist/'.length, -'/index.cjs'.length),
    KB: Math.round(bytes / 1000),
  }));
  console.table(sizes.sort((a, b) => b.KB - a.KB));
}
