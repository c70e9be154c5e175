import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { consoleSource, root, textOf } from '../support/sources.ts';

const Outputs = z.record(
  z.string(),
  z.object({ entryPoint: z.string().optional(), imports: z.array(z.object({ path: z.string(), kind: z.string() })) }),
);

/** The parts of the console, as the build of `browser-setup.ts` left them. */
const { outputs } = z
  .object({ outputs: Outputs })
  .parse(JSON.parse(readFileSync(join(root, 'dist-web/console.json'), 'utf8')));

const gzipOf = (file: string): number => gzipSync(readFileSync(join(root, file))).length;

/** The files that a browser loads for a module: its part, and the parts that this part imports at once. */
function loadedFor(entryPoint: string): ReadonlySet<string> {
  const [first] = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint) ?? [];
  if (first === undefined) throw new Error(`The console has no part ${entryPoint}`);
  const loaded = new Set([first]);
  for (const file of loaded) {
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') loaded.add(path);
  }
  return loaded;
}

/** The kilobytes that a module adds to what is loaded before. */
function kilobytesOf(entryPoint: string, ...before: readonly string[]): number {
  const known = new Set(before.flatMap((each) => [...loadedFor(each)]));
  const added = [...loadedFor(entryPoint)].filter((file) => !known.has(file));
  return added.reduce((sum, file) => sum + gzipOf(file), 0) / 1000;
}

const MAIN = 'console/app/main.tsx';
/** The smallest page with a list. Charts and forms share its table. */
const LIST = 'console/pages/keys/keys-page.tsx';
const parts = Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
const pageParts = parts.filter((part) => /^console\/pages\/\w+\/\w+-page\.tsx$/.test(part));

describe('The console, compressed,', () => {
  it('loads at most 310 KB of scripts and 120 KB of styles before the first page', () => {
    const styles = globSync('dist-web/console/assets/*.css', { cwd: root });
    expect(styles).toHaveLength(1);
    expect(kilobytesOf(MAIN)).toBeLessThanOrEqual(310);
    expect(styles.reduce((sum, file) => sum + gzipOf(file), 0) / 1000).toBeLessThanOrEqual(120);
  });

  it('adds at most 130 KB for each page', () => {
    expect(pageParts.length).toBeGreaterThanOrEqual(10);
    const sizes = pageParts.map((part) => ({ part, kilobytes: kilobytesOf(part, MAIN) }));
    expect(sizes.filter(({ kilobytes }) => kilobytes > 130)).toEqual([]);
  });

  it.each([
    ['charts', /chart/, 70],
    ['forms', /(form|editor|dialog|import)/, 45],
  ])('adds at most what its parts of %s may weigh', (_what, name, limit) => {
    const lazy = parts.filter(
      (part) => name.test(part) && !pageParts.includes(part) && part.startsWith('console/pages/'),
    );
    expect(lazy).not.toEqual([]);
    const sizes = lazy.map((part) => {
      const page = pageParts.find((each) => each.split('/')[2] === part.split('/')[2]);
      return { part, kilobytes: page === undefined ? Number.NaN : kilobytesOf(part, MAIN, page, LIST) };
    });
    expect(sizes.filter(({ kilobytes }) => !(kilobytes <= limit))).toEqual([]);
  });
});

describe('The console', () => {
  it('names no variable of the styles that does not exist, after an update of its components too', () => {
    const [styles = ''] = globSync('dist-web/console/assets/*.css', { cwd: root });
    const text = readFileSync(join(root, styles), 'utf8');
    const named = [...consoleSource.values()].flatMap((source) => source.match(/--[a-z]+-[a-z0-9-]+(?=\))/g) ?? []);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !text.includes(`${name}:`))).toEqual([]);
    // A colour that the console replaces is one that a component uses.
    const replaced = textOf('console/app/base.css').match(/--color-[a-z0-9-]+(?=:)/g) ?? [];
    expect(replaced).not.toEqual([]);
    expect(replaced.filter((name) => !text.includes(`var(${name}`))).toEqual([]);
  });
});
