import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Writes sdk/api-types.ts from docs/openapi.json. With --check, only compares the committed file with the document. The
 * generator runs in a process of its own, because it needs TypeScript 5.
 */
const FILE = new URL('../sdk/api-types.ts', import.meta.url);
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const generator = path('../sdk/generator/generate.mjs');
const { stdout: made } = await promisify(execFile)(process.execPath, [generator, path('../docs/openapi.json')], {
  maxBuffer: 64 * 1024 ** 2,
});

if (!process.argv.includes('--check')) {
  await writeFile(FILE, made);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== made) {
  console.error('sdk/api-types.ts does not match docs/openapi.json. Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}
