import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import * as z from 'zod';
import { CACHE, replaceFile } from './code-cache.ts';

const LOCAL = resolve(import.meta.dirname, '../../local/cli');

const Output = z.object({ contents: z.instanceof(Uint8Array), hash: z.string() });

/** An emulator that takes long to load, and which a stack does not need whose emulators outlive it. */
const WITHOUT = /^fauxqs$/;

let bundling: Promise<string> | undefined;

/** Puts the stack that is tortured into one file: it starts in half the time. Answers its path. */
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
  // Its process would stay.
  await stop();
  const [{ contents, hash }] = z.tuple([Output]).parse(outputFiles);
  mkdirSync(CACHE, { recursive: true });
  // The same name for the same code, whose compilation is then found.
  const file = join(CACHE, `stack-${hash.replace(/\W/g, '')}.mjs`);
  if (!existsSync(file)) replaceFile(file, contents);
  return file;
}
