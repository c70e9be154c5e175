import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';

/** The folder of compiled code, shared by all stacks. */
export const CACHE = join(tmpdir(), 'chainwatch-torture-cache');

/** After this time a bundle has compiled most of the functions that it uses. */
const RUN_MS = 1500;

const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;

/** Caches compiled bundles, so a kill does not cost a new compilation. Node's own cache covers modules only. */
export function cacheCode(): void {
  vm.compileFunction = (code, params = [], { filename = '' } = {}) => {
    const name = createHash('sha256').update(`${process.version} ${filename} ${code.length}`).digest('hex');
    const file = join(CACHE, name);
    const cachedData = existsSync(file) ? readFileSync(file) : undefined;
    const script = new vm.Script(`(function (${params.join(', ')}) {${code}\n})`, {
      filename,
      cachedData,
      importModuleDynamically,
    });
    if (cachedData === undefined || script.cachedDataRejected) setTimeout(() => keep(file, script), RUN_MS).unref();
    return script.runInThisContext();
  };
}

function keep(file: string, script: vm.Script): void {
  mkdirSync(CACHE, { recursive: true });
  replaceFile(file, script.createCachedData());
}

/** Replaces a file atomically: other processes may read it, and this process may be killed. */
export function replaceFile(file: string, contents: Uint8Array): void {
  const next = `${file}.${process.pid}`;
  writeFileSync(next, contents);
  renameSync(next, file);
}
