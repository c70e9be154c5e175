import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { tryLock } from '../processes/data-dir.ts';
import { UserError } from '../processes/user-error.ts';

const root = resolve(import.meta.dirname, '../..');
const out = join(root, 'cdk.out');

export const STACK_NAME = 'chainwatch-local';

/** The template, whose folder also holds the bundles. */
export const templateFile = join(out, `${STACK_NAME}.template.json`);

/** The sources of the bundles and the template. */
const sources = [
  'functions/**/*.ts',
  'lib/**/*.ts',
  'lib/**/*.json',
  'infra/**/*.ts',
  'package.json',
  'package-lock.json',
];

/**
 * Bundles the functions and synthesises the local stack, unless the last build had the same sources. If several
 * processes start at the same time, one process builds and the others wait.
 * @throws UserError with the compiler's output when the build fails.
 */
export async function buildIfChanged(log: (line: string) => void): Promise<void> {
  mkdirSync(out, { recursive: true });
  const release = await lock();
  try {
    const stamp = join(out, 'local.sha256');
    const hash = hashOfSources();
    if (existsSync(templateFile) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
    log('Building …');
    await run(['infra/bundle.ts'], {});
    await run(['infra/app.ts'], { CDK_OUTDIR: out, STAGE: 'local' });
    writeFileSync(stamp, hash);
    removeOldBundles();
  } finally {
    release();
  }
}

async function lock(): Promise<() => void> {
  for (;;) {
    const release = tryLock(join(out, 'local.lock'));
    if (release !== undefined) return release;
    await sleep(100);
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: root }).sort()) hash.update(file).update(readFileSync(join(root, file)));
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
