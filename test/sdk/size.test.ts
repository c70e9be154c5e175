import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { build } from 'esbuild';

it('the client with its dependency fits into 12 KB for a browser', async () => {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, '../../sdk/index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '').length;
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(12 * 1024);
});
