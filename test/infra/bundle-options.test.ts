import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { routes } from '../../functions/routes.ts';
import { bundleOptions, readsChains } from '../../infra/bundle-options.ts';
import type { Route } from '../../lib/platform/http/route.ts';

const root = join(import.meta.dirname, '../..');

const handlers = Object.values<Route>(routes)
  .filter((route) => !readsChains(route))
  .map(({ handler }) => handler);
const { metafile } = await build({ ...bundleOptions(handlers, false), absWorkingDir: root });
const bundles = Object.entries(metafile.outputs).map(([file, { bytes, inputs }]) => ({
  handler: file.slice('dist/'.length, -'/index.cjs'.length),
  kilobytes: bytes / 1000,
  inputs: Object.keys(inputs),
}));
const isOfS3 = (file: string): boolean => file.includes('@aws-sdk/client-s3/');
const describeSizes = (some: typeof bundles) => some.map(({ handler, kilobytes }) => `${handler}: ${kilobytes} KB`);

describe('the bundles of the endpoints', () => {
  it('exist for each endpoint that reads no chain', () => {
    expect(bundles.map(({ handler }) => handler).sort()).toEqual([...handlers].sort());
    expect(handlers.length).toBeGreaterThan(45);
  });

  it('have at most 540 KB where the endpoint reads no chain and signs no link to a file', () => {
    const large = bundles.filter(({ kilobytes, inputs }) => kilobytes > 540 && !inputs.some(isOfS3));
    expect(describeSizes(large)).toEqual([]);
  });

  it('carry the SDK of S3 where the endpoint signs links to files, and have at most 620 KB there', () => {
    const signing = bundles.filter(({ inputs }) => inputs.some(isOfS3));
    expect(signing.map(({ handler }) => handler).sort()).toEqual(['exports/get-export', 'exports/list-exports']);
    expect(describeSizes(signing.filter(({ kilobytes }) => kilobytes > 620))).toEqual([]);
  });

  it('carry only the address codec of xrpl', () => {
    const parts = /node_modules\/(ripple-binary-codec|ripple-keypairs|xrpl\/dist\/npm\/(?!utils\/index\.js$))/;
    expect(bundles.flatMap(({ inputs }) => inputs.filter((file) => parts.test(file)))).toEqual([]);
  });

  it('have at most 300 KB for the health check, which needs no AWS client', () => {
    const [health] = bundles.filter(({ handler }) => handler === 'meta/health');
    expect(health?.kilobytes).toBeLessThanOrEqual(300);
    expect(health?.inputs.filter((file) => file.includes('@aws-sdk/'))).toEqual([]);
  });

  it('contain no web3.js where the endpoint reads no chain', () => {
    const withSdk = bundles.filter(({ inputs }) => inputs.some((file) => file.includes('@solana/web3.js')));
    expect(withSdk.map(({ handler }) => handler)).toEqual([]);
  });

  it('contain the schemas of their own resource only', () => {
    const [health] = bundles.filter(({ handler }) => handler === 'meta/health');
    expect(health?.inputs.filter((file) => /^lib\/.*\/schema\.ts$/.test(file))).toEqual(['lib/meta/schema.ts']);
    expect(bundles.filter(({ inputs }) => inputs.includes('functions/routes.ts'))).toEqual([]);
  });

  it('read credentials from the environment and from no other source', () => {
    const others = /@aws-sdk\/(credential-provider-(?!env|node)|token-providers|nested-clients)/;
    const files = bundles.flatMap(({ inputs }) => inputs);
    expect(files.filter((file) => others.test(file))).toEqual([]);
    expect(files.some((file) => file.includes('@aws-sdk/credential-provider-env'))).toBe(true);
  });
});
