import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { pipelines, watcher } from '../functions/pipelines/pipelines.ts';
import { routes } from '../functions/routes.ts';
import type { Access } from '../lib/platform/access.ts';
import type { Route } from '../lib/platform/http/route.ts';
import { BUNDLES_FILE, bundleOptions, readsChains } from './bundle-options.ts';

const { values } = parseArgs({ options: { sizes: { type: 'boolean', default: false } } });

const functions: readonly { readonly handler: string; readonly access: Access }[] = [
  ...Object.values<Route>(routes),
  ...Object.entries({ ...pipelines, 'watch-chain': watcher }).map(([name, { access }]) => ({
    handler: `pipelines/${name}`,
    access,
  })),
];

const builds = await Promise.all(
  [true, false].map((withReaders) => {
    const handlers = functions.filter((each) => readsChains(each) === withReaders).map(({ handler }) => handler);
    return build(bundleOptions(handlers, withReaders)).catch(() => process.exit(1)); // esbuild has printed the error
  }),
);

// A build that fails leaves the previous bundles in place. A build that succeeds replaces all of them, because the
// bundle of a deleted handler must not deploy.
rmSync('dist', { recursive: true, force: true });
for (const { path, contents } of builds.flatMap(({ outputFiles }) => outputFiles)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

const bundles = builds
  .flatMap(({ metafile }) => Object.entries(metafile.outputs))
  .filter(([file]) => file.endsWith('.cjs'))
  .map(([file, { bytes, inputs }]) => ({
    handler: file.slice('dist/'.length, -'/index.cjs'.length),
    bytes,
    inputs: Object.keys(inputs),
  }));
// The tests read what each bundle contains.
writeFileSync(BUNDLES_FILE, JSON.stringify(bundles));

if (values.sizes) {
  const sizes = bundles.map(({ handler, bytes }) => ({ function: handler, KB: Math.round(bytes / 1000) }));
  console.table(sizes.sort((a, b) => b.KB - a.KB));
}
