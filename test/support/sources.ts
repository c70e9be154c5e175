import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { memoBy } from '../../lib/values/memo.ts';

export const root = join(import.meta.dirname, '../..');

/** The TypeScript files under these folders, as paths from the root of the repository. */
export const filesOf = (...folders: readonly string[]): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  )
    .filter((file) => !file.includes('/node_modules/'))
    .sort();

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const textsOf = (...folders: readonly string[]): ReadonlyMap<string, string> =>
  new Map(filesOf(...folders).map((file) => [file, textOf(file)]));

/** The text of every file of the product and of the local stack. */
export const source = textsOf('lib', 'functions', 'infra', 'local');
const tools = textsOf('bench', 'scripts', 'cli', 'sdk');

/** The code without its comments, because a comment may name what a rule forbids. */
const codeOf = (text: string): string => text.replace(/\/\*.*?\*\//gs, '').replace(/(^|\s)\/\/.*$/gm, '');

/** The imports of a file, types too: a path from the root of the repository, or the name of a package. */
function importsOf(file: string, text: string): string[] {
  const specifiers = [...codeOf(text).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
  return specifiers.map((each) => (each.startsWith('.') ? relative(root, join(root, dirname(file), each)) : each));
}

interface Import {
  readonly file: string;
  readonly to: string;
}

const importsIn = (texts: ReadonlyMap<string, string>): Import[] =>
  [...texts].flatMap(([file, text]) => importsOf(file, text).map((to) => ({ file, to })));

export const imports = importsIn(new Map([...source, ...tools]));

/** The text of every file of the console, and their imports. */
export const consoleSource: ReadonlyMap<string, string> = new Map(
  globSync('console/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**', 'console/build.ts'] })
    .sort()
    .map((file) => [file, textOf(file)]),
);
export const consoleImports = importsIn(consoleSource);

/** The imports that a rule forbids, as a sorted list that people can read. */
export const forbidden = (isForbidden: (from: string, to: string) => boolean): string[] =>
  [...new Set(imports.filter(({ file, to }) => isForbidden(file, to)).map(({ file, to }) => `${file} → ${to}`))].sort();

/** The files whose code matches a pattern that only some files may match. */
export const matching = (pattern: RegExp, mayMatch: (file: string) => boolean): string[] =>
  [...source].filter(([file, text]) => pattern.test(codeOf(text)) && !mayMatch(file)).map(([file]) => file);

export const linesOf = (file: string): number =>
  (source.get(file) ?? consoleSource.get(file) ?? '').trimEnd().split('\n').length;

export const isIn = (file: string, ...folders: readonly string[]): boolean =>
  folders.some((folder) => file.startsWith(`${folder}/`));

export const isPackage = (specifier: string, ...names: readonly string[]): boolean =>
  names.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** The folder that directly holds a file. */
export const folderOf = dirname;
/** The folder below `lib/` that holds a file, however deep: `lib/alerts` for `lib/alerts/rules/types/frequency.ts`. */
export const domainOf = (file: string): string => file.split('/').slice(0, 2).join('/');

/**
 * The imports that are part of a cycle between groups of files, where `groupOf` names the group of a file. By default
 * each file is a group.
 */
export function cyclicEdges(
  folder: string,
  groupOf: (file: string) => string = (file) => file,
  among = imports,
): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { file, to } of among.filter((each) => isIn(each.file, folder) && isIn(each.to, folder))) {
    const [from, target] = [groupOf(file), groupOf(to)];
    if (from !== target) edges.set(from, (edges.get(from) ?? new Set()).add(target));
  }
  const found = (from: string, known = new Set<string>()): ReadonlySet<string> => {
    for (const next of edges.get(from) ?? []) if (!known.has(next)) found(next, known.add(next));
    return known;
  };
  const reachable = memoBy((from: string) => found(from));
  return [...edges]
    .flatMap(([from, targets]) => [...targets].filter((to) => reachable(to).has(from)).map((to) => `${from} → ${to}`))
    .sort();
}
