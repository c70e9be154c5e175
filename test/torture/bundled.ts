import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import * as z from 'zod';
import { CACHE, replaceFile } from './code-cache.ts';

const LOCAL = resolve(import.meta.dirname, '../../local/cli');

const Output = z.object({ contents: z.instanceof(Uint8Array), hash: z.string() });

/** The tortured stack uses external emulators. The stack does not need this emulator, which takes long to load. */
const WITHOUT = /^fauxqs$/;

let bundling: Promise<string> | undefined;

/** Bundles the tortured stack into one file, which halves its start time. Returns the path of the file. */
export function bundledStack(): Promise<string> {
  bundling ??= bundle();
  return bundling;
}

async function bundle(): Promise<string> {
  const url = JSON.stringify(pathToFileURL(join(LOCAL, 'stack.ts')).href);
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, 'stack.ts')],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    define: { 'import.meta.dirname': JSON.stringify(LOCAL), 'import.meta.url': url },
    banner: { js: `import { createRequire as requiring } from 'node:module'; const require = requiring(${url});` },
    external: ['*/surfpool.ts', '*/recorded-ledgers.ts'],
    plugins: [
      {
        name: 'without',
        setup(building) {
          building.onResolve({ filter: WITHOUT }, ({ path }) => ({ path, namespace: 'without' }));
          building.onLoad({ filter: WITHOUT, namespace: 'without' }, () => ({
            contents: 'export const startFauxqs = null;',
          }));
        },
      },
    ],
    logLevel: 'error',
  });
  // Otherwise the process of esbuild would keep running.
  await stop();
  const [{ contents, hash }] = z.tuple([Output]).parse(outputFiles);
  mkdirSync(CACHE, { recursive: true });
  // The name is the hash of the code, so the compile cache finds unchanged code.
  const file = join(CACHE, `stack-${hash.replace(/\W/g, '')}.mjs`);
  if (!existsSync(file)) replaceFile(file, contents);
  return file;
}
