import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';

/**
 * Writes sdk/api-types.ts and sdk/channels.ts from docs/openapi.json. With --check, only compares the committed files
 * with the document. The generator of the types runs in a process of its own, because it needs TypeScript 5.
 */
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const generator = path('../sdk/generator/generate.mjs');
const { stdout: types } = await promisify(execFile)(process.execPath, [generator, path('../docs/openapi.json')], {
  maxBuffer: 64 * 1024 ** 2,
});

const Document = z.object({ 'x-channels': z.array(z.unknown()) });
const { 'x-channels': channels } = Document.parse(JSON.parse(await readFile(path('../docs/openapi.json'), 'utf8')));
const channelList = `// Generated from docs/openapi.json by \`npm run generate\`.
/** The channels, each with the field of a rule that turns it on and the field of the settings with a secret URL. */
export const CHANNELS = ${JSON.stringify(channels, null, 2)} as const;
`;
const files = [
  { url: new URL('../sdk/api-types.ts', import.meta.url), made: types },
  { url: new URL('../sdk/channels.ts', import.meta.url), made: channelList },
];

for (const { url, made } of files) {
  if (!process.argv.includes('--check')) {
    await writeFile(url, made);
  } else if ((await readFile(url, 'utf8').catch(() => '')) !== made) {
    console.error(`sdk/${basename(url.pathname)} does not match docs/openapi.json. Run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}
