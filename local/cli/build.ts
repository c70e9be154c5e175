import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { WEB_FOLDER, webPages } from '../../infra/web-pages.ts';
import { tryLock } from '../processes/data-dir.ts';
import { UserError } from '../processes/user-error.ts';

const root = resolve(import.meta.dirname, '../..');
const out = join(root, 'cdk.out');

export const STACK_NAME = 'chainwatch-local';

/** The template, whose folder also holds the bundles. */
export const templateFile = join(out, `${STACK_NAME}.template.json`);

/** The folder of the built pages. */
export const webFolder = join(root, WEB_FOLDER);

/** Something to build: it is built again when a source has changed, or when the file that it makes is missing. */
interface Build {
  /** The name of the file that keeps the hash of the sources of the last build. */
  readonly stamp: string;
  readonly sources: readonly string[];
  readonly makes: readonly string[];
  readonly build: () => Promise<void>;
}

const packages = ['package.json', 'package-lock.json'];

const builds: readonly Build[] = [
  {
    // The bundles of the functions, and the template.
    stamp: 'local.sha256',
    sources: ['functions/**/*.ts', 'lib/**/*.ts', 'lib/**/*.json', 'infra/**/*.ts', ...packages],
    makes: [templateFile],
    build: async () => {
      await run(['infra/bundle.ts'], {});
      await run(['infra/app.ts'], { CDK_OUTDIR: out, STAGE: 'local' });
      removeOldBundles();
    },
  },
  {
    stamp: 'web.sha256',
    sources: [
      ...webPages.map(({ folder }) => `${folder}/**/*.{ts,tsx,css,html,svg,json}`),
      'sdk/*.ts',
      'docs/openapi.json',
      'infra/web-*.ts',
      'infra/build-web.ts',
      ...packages,
    ],
    makes: webPages.map(({ name }) => join(webFolder, name, 'index.html')),
    build: () => run(['infra/build-web.ts'], {}),
  },
];

/**
 * Bundles the functions and the pages and synthesises the local stack, unless the last build had the same sources. If
 * several processes start at the same time, one process builds and the others wait.
 * @throws UserError with the compiler's output when the build fails.
 */
export async function buildIfChanged(log: (line: string) => void): Promise<void> {
  mkdirSync(out, { recursive: true });
  const release = await lock();
  try {
    const changed = builds.map((each) => ({ ...each, hash: hashOf(each.sources) })).filter(isOutdated);
    if (changed.length > 0) log('Building …');
    await Promise.all(
      changed.map(async ({ build, stamp, hash }) => {
        await build();
        writeFileSync(join(out, stamp), hash);
      }),
    );
  } finally {
    release();
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

/** Removes bundles of earlier builds, about 20 MB each. Keeps those of the last day: a running stack may use them. */
function removeOldBundles(): void {
  const template = readFileSync(templateFile, 'utf8');
  const dayAgo = Date.now() - 86_400_000;
  for (const name of globSync('asset.*', { cwd: out })) {
    const isOld = statSync(join(out, name)).mtimeMs < dayAgo;
    if (isOld && !template.includes(name)) rmSync(join(out, name), { recursive: true });
  }
}

async function run(args: readonly string[], environment: Record<string, string>): Promise<void> {
  try {
    const env = { ...process.env, ...environment };
    await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { cwd: root, env });
  } catch (error) {
    const printed = error instanceof Error && 'stderr' in error ? error.stderr : error;
    throw new UserError(`${args.join(' ')} failed:\n${printed}`);
  }
}
