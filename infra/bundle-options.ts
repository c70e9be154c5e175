import { resolve } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import type { Access } from '../lib/platform/access.ts';

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

/**
 * The product uses of xrpl only the address codec. xrpl publishes the codec beside the encoders of transactions, in one
 * CommonJS file from which esbuild cannot remove code: 325 KB in every bundle that knows the chains. The plugin reduces
 * the file to the codec. An import of another part of the file fails the build.
 */
const xrpAddressCodec: Plugin = {
  name: 'xrp-address-codec',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]xrpl[/\\]dist[/\\]npm[/\\]utils[/\\]index\.js$/ }, () => ({
      contents: "export * from 'ripple-address-codec';",
      resolveDir: resolve(import.meta.dirname, '../node_modules/xrpl'),
    })),
};

/** Says of each bundle its handler, its size in bytes and the files that it contains. */
export const BUNDLES_FILE = 'dist/bundles.json';

/** Only a function that may read the RPC URLs asks a chain. */
export const readsChains = ({ access }: { readonly access: Access }): boolean =>
  access.secrets?.includes('rpc') ?? false;

/** The file of a family that reads its chains and imports its SDK. A family loads this file on first use. */
const CHAIN_READERS = resolve(import.meta.dirname, '../lib/chains/*-reader.ts');

/**
 * How esbuild bundles these handlers, one file for each. One pass builds all of them, so that esbuild reads every
 * shared module once. Each bundle contains all of its code, the SDK too: a function runs exactly the versions that the
 * tests ran.
 * @param withReaders whether the handlers ask chains. Other bundles leave out the readers, which they never load.
 */
export const bundleOptions = (handlers: readonly string[], withReaders: boolean) =>
  ({
    external: withReaders ? [] : [CHAIN_READERS],
    entryPoints: Object.fromEntries(handlers.map((handler) => [`${handler}/index`, `functions/${handler}.ts`])),
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    minify: true,
    // Stack traces in the log name functions, files and lines of the source. Node reads a map only for an error.
    keepNames: true,
    sourcemap: 'linked',
    sourcesContent: false,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // The SDK imports Node's modules late. As a `require`, the local stack sees what an instance loads.
    supported: { 'dynamic-import': false },
    // esbuild can remove unused code from the ES module of a package, but not from the CommonJS file that it prefers.
    mainFields: ['module', 'main'],
    legalComments: 'none',
    logLevel: 'error',
    plugins: [environmentCredentials, xrpAddressCodec],
    metafile: true,
    write: false,
  }) as const satisfies BuildOptions;
