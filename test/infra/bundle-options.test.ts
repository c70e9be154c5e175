import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { BUNDLES_FILE, readsChains } from '../../infra/bundle-options.ts';
import { makeKey } from '../../lib/organisations/api-keys/key.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { buildIfChanged } from '../../local/cli/build.ts';

const root = join(import.meta.dirname, '../..');

// The bundles that the local stack runs, and that deploy: nothing is bundled for this test alone.
await buildIfChanged(() => {});
const Bundles = z.array(z.object({ handler: z.string(), bytes: z.number(), inputs: z.array(z.string()) }));
const handlers = Object.values<Route>(routes)
  .filter((route) => !readsChains(route))
  .map(({ handler }) => handler);
const all = Bundles.parse(JSON.parse(readFileSync(join(root, BUNDLES_FILE), 'utf8')));
const bundles = all
  .filter(({ handler }) => handlers.includes(handler))
  .map(({ bytes, ...bundle }) => ({ ...bundle, kilobytes: bytes / 1000 }));
const isOfS3 = (file: string): boolean => file.includes('@aws-sdk/client-s3/');
const isOfReviews = (file: string): boolean => file.endsWith('lib/alerts/review/review-events.ts');
/** The most kilobytes of bundles that need more than others, and why. */
const LARGER: Readonly<Record<string, number>> = {
  // All rule types, and the SDK of Lambda, by which the endpoint starts the job.
  'backtests/create-backtest': 822,
  // The document of the whole API.
  'meta/openapi': 800,
};
const describeSizes = (some: typeof bundles) => some.map(({ handler, kilobytes }) => `${handler}: ${kilobytes} KB`);

describe('the bundles of the endpoints', () => {
  it('exist for each endpoint that reads no chain', () => {
    expect(bundles.map(({ handler }) => handler).sort()).toEqual([...handlers].sort());
    expect(handlers.length).toBeGreaterThan(45);
  });

  it('have at most 725 KB where the endpoint reads no chain and signs no link to a file', () => {
    const others = bundles.filter(({ inputs }) => !inputs.some(isOfS3) && !inputs.some(isOfReviews));
    expect(describeSizes(others.filter(({ handler, kilobytes }) => kilobytes > (LARGER[handler] ?? 725)))).toEqual([]);
  });

  it('carry the channels and the SDK of SQS where they review alerts, and have at most 730 KB there', () => {
    const reviewing = bundles.filter(({ inputs }) => inputs.some(isOfReviews));
    expect(reviewing).toHaveLength(5);
    expect(describeSizes(reviewing.filter(({ kilobytes }) => kilobytes > 730))).toEqual([]);
  });

  it('carry the SDK of S3 where the endpoint signs links to files, and have at most 690 KB there', () => {
    const signing = bundles.filter(({ inputs }) => inputs.some(isOfS3));
    expect(signing.map(({ handler }) => handler).sort()).toEqual(['exports/get-export', 'exports/list-exports']);
    expect(describeSizes(signing.filter(({ kilobytes }) => kilobytes > 690))).toEqual([]);
  });

  it('leave out the table of methods, unless they read EVM chains', () => {
    const carry = (part: string) => all.filter(({ inputs }) => inputs.some((file) => file.endsWith(part)));
    const named = carry('evm/methods.json').map(({ handler }) => handler);
    expect(named).toEqual(carry('evm/evm-reader.ts').map(({ handler }) => handler));
    expect(named.length).toBeGreaterThan(5);
    expect(named.length).toBeLessThan(all.length / 2);
  });

  it('carry only the address codec of xrpl', () => {
    const parts = /node_modules\/(ripple-binary-codec|ripple-keypairs|xrpl\/dist\/npm\/(?!utils\/index\.js$))/;
    expect(bundles.flatMap(({ inputs }) => inputs.filter((file) => parts.test(file)))).toEqual([]);
  });

  it.each([
    [undefined, 200, false],
    // A key with a valid checksum that nobody has.
    ['true', 503, true],
  ])('load the client of Lambda for a health check only when deep is %s', (deep, status, isLoaded) => {
    const file = JSON.stringify(join(root, 'dist/meta/health/index.cjs'));
    const event = {
      headers: { Authorization: `Bearer ${makeKey('test', (size) => Buffer.alloc(size, 7))}` },
      requestContext: { requestId: 'r' },
      multiValueQueryStringParameters: deep && { deep: [deep] },
    };
    const env = {
      STAGE: 'test',
      VERSION: '1.2.3',
      FUNCTION_PREFIX: 'chainwatch-test-',
      AWS_REGION: 'eu-west-1',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:2',
      AWS_MAX_ATTEMPTS: '1',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
    };
    // The client of Lambda loads the HTTPS module of Node.
    const script = `require(${file}).handler(${JSON.stringify(event)}).then(({ statusCode }) =>
      console.log(statusCode, process.moduleLoadList.includes('NativeModule https')))`;
    const found = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', env, stdio: 'pipe' });
    expect(found.trim()).toBe(`${status} ${isLoaded}`);
  });

  it('have at most 550 KB for the health check', () => {
    const [health] = bundles.filter(({ handler }) => handler === 'meta/health');
    expect(health?.kilobytes).toBeLessThanOrEqual(550);
    expect(health?.inputs.filter((file) => /@aws-sdk\/client-(?!lambda)/.test(file))).toEqual([]);
  });

  it('contain no web3.js where the endpoint reads no chain', () => {
    const withSdk = bundles.filter(({ inputs }) => inputs.some((file) => file.includes('@solana/web3.js')));
    expect(withSdk.map(({ handler }) => handler)).toEqual([]);
  });

  it('contain the schemas of their own resource only', () => {
    const [health] = bundles.filter(({ handler }) => handler === 'meta/health');
    expect(health?.inputs.filter((file) => /^lib\/.*\/schema\.ts$/.test(file))).toEqual([
      'lib/operation/health/schema.ts',
    ]);
    expect(bundles.filter(({ inputs }) => inputs.includes('functions/routes.ts'))).toEqual([]);
  });

  it('read credentials from the environment and from no other source', () => {
    const others = /@aws-sdk\/(credential-provider-(?!env|node)|token-providers|nested-clients)/;
    const files = bundles.flatMap(({ inputs }) => inputs);
    expect(files.filter((file) => others.test(file))).toEqual([]);
    expect(files.some((file) => file.includes('@aws-sdk/credential-provider-env'))).toBe(true);
  });

  it('come with a map, so that a stack trace names the function and the line of the source', () => {
    // The handler fails, because this is no event of API Gateway.
    const file = JSON.stringify(join(root, 'dist/meta/health/index.cjs'));
    const script = `require(${file}).handler({}).catch(({ stack }) => console.log(stack))`;
    const stack = execFileSync(process.execPath, ['--enable-source-maps', '-e', script], { encoding: 'utf8' });
    expect(stack).toMatch(/lib\/platform\/http\/respond\.ts:\d+:\d+/);
    expect(stack).not.toMatch(/index\.cjs:1:/);
  });
});
