import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { pipelines } from '../functions/pipelines/pipelines.ts';
import { routes } from '../functions/routes.ts';

const { values } = parseArgs({ options: { sizes: { type: 'boolean', default: false } } });

const handlers = [
  ...Object.values(routes).map((route) => route.handler),
  ...Object.keys(pipelines).map((name) => `pipelines/${name}`),
];

/**
 * Lambda gives a function its credentials in environment variables. The SDK's default chain also reads profiles, SSO
 * sessions, web identities and metadata servers, which would add 110 KB to every bundle.
 */
const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]@aws-sdk[/\\]credential-provider-node[/\\]dist-es[/\\]index\.js$/ }, () => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
    })),
};

// One pass builds all bundles, so that esbuild reads every shared module once. Each bundle contains all of its code, the
// SDK too: a function runs exactly the versions that the tests ran.
const { metafile, outputFiles } = await build({
  entryPoints: Object.fromEntries(handlers.map((handler) => [`${handler}/index`, `functions/${handler}.ts`])),
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
  plugins: [environmentCredentials],
  logLevel: 'error',
  metafile: true,
  write: false,
}).catch(() => process.exit(1)); // esbuild has told what is wrong

// Only now, so that a build that fails leaves the last one in place; and all of it, as what is left of a handler that no
// longer exists must not deploy.
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
