import type { BuildOptions, Plugin } from 'esbuild';

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
 * How esbuild bundles these handlers, one file for each. One pass builds all of them, so that esbuild reads every
 * shared module once. Each bundle contains all of its code, the SDK too: a function runs exactly the versions that the
 * tests ran.
 */
export const bundleOptions = (handlers: readonly string[]) =>
  ({
    entryPoints: Object.fromEntries(handlers.map((handler) => [`${handler}/index`, `functions/${handler}.ts`])),
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // esbuild can remove unused code from the ES module of a package, but not from the CommonJS file that it prefers.
    mainFields: ['module', 'main'],
    legalComments: 'none',
    logLevel: 'error',
    plugins: [environmentCredentials],
    metafile: true,
    write: false,
  }) as const satisfies BuildOptions;
