import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { tryLock } from '../processes/data-dir.ts';
import { UserError } from '../processes/user-error.ts';

export const root = resolve(import.meta.dirname, '../..');

/** The folder of the built templates and bundles. */
export const out = join(root, 'cdk.out');

/** The files that decide which packages a build finds. */
export const packages = ['package.json', 'package-lock.json'];

/** Something to build: it is built again when a source has changed, or when the file that it makes is missing. */
export interface Build {
  /** What it is, for the person who waits for it. */
  readonly name: string;
  /** The name of the file that keeps the hash of the sources of the last build. */
  readonly stamp: string;
  /** Patterns of files below the root. */
  readonly sources: readonly string[];
  readonly makes: readonly string[];
  readonly build: () => Promise<void>;
}

/**
 * Builds what its last build made from other sources. If several processes start at the same time, one process builds
 * and the others wait.
 * @param tell takes a line before the first build begins, and one after each build.
 */
export async function bringUpToDate(builds: readonly Build[], tell: (line: string) => void): Promise<void> {
  mkdirSync(out, { recursive: true });
  const release = await lock();
  try {
    const changed = builds.map((each) => ({ ...each, hash: hashOf(each.sources) })).filter(isOutdated);
    const names = changed.map(({ name }) => name).join(' and ');
    if (names !== '') tell(`Building ${names}, which takes up to a minute …`);
    const start = Date.now();
    await Promise.all(
      changed.map(async ({ name, build, stamp, hash }) => {
        await build();
        writeFileSync(join(out, stamp), hash);
        tell(`Built ${name} in ${Math.ceil((Date.now() - start) / 1000)} s`);
      }),
    );
  } finally {
    release();
  }
}

/**
 * Runs a program of this repository in a process of its own.
 * @throws UserError with what the program has printed, when it fails.
 */
export async function runProgram(args: readonly string[], environment: Record<string, string>): Promise<void> {
  try {
    const env = { ...process.env, ...environment };
    await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { cwd: root, env });
  } catch (error) {
    const printed = error instanceof Error && 'stderr' in error ? error.stderr : error;
    throw new UserError(`${args.join(' ')} failed:\n${printed}`);
  }
}

function isOutdated({ stamp, makes, hash }: Build & { readonly hash: string }): boolean {
  const file = join(out, stamp);
  return !makes.every((path) => existsSync(path)) || !existsSync(file) || readFileSync(file, 'utf8') !== hash;
}

async function lock(): Promise<() => void> {
  for (;;) {
    const release = tryLock(join(out, 'local.lock'));
    if (release !== undefined) return release;
    await sleep(100);
  }
}

function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, exclude: ['**/node_modules'] });
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
