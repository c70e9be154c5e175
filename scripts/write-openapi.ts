import { readFile, writeFile } from 'node:fs/promises';
import { apiDocument } from '../functions/api-document/api-document.ts';
import { routes } from '../functions/routes.ts';
import { openapiOf } from '../lib/platform/http/openapi-document.ts';

/**
 * Writes docs/openapi.json from the routes. With --check, only compares the committed file with the routes; a missing
 * file counts as different.
 */
const FILE = new URL('../docs/openapi.json', import.meta.url);
const made = `${JSON.stringify(openapiOf(routes, apiDocument), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  await writeFile(FILE, made);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== made) {
  console.error('docs/openapi.json does not match the routes. Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}
