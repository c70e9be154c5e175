import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { WEB_FOLDER, webPages } from './web-pages.ts';

const root = resolve(import.meta.dirname, '..');

/**
 * Bundles a page into `dist-web/<name>/`: `index.html`, and in `assets/` the scripts and styles with a hash in their
 * names. Writes a gzip file beside each text for the local stack; CloudFront compresses by itself.
 * @param entry the first script, in the folder of the page. The `index.html` beside it names no script and no style.
 */
export async function bundlePage(name: (typeof webPages)[number]['name'], entry: string): Promise<void> {
  const page = webPages.find((each) => each.name === name);
  if (page === undefined) throw new Error(`No page ${name} in infra/web-pages.ts`);
  const out = join(root, WEB_FOLDER, name);
  const options = {
    absWorkingDir: root,
    entryPoints: [`${page.folder}/${entry}`],
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    // The index of the search, which a page loads when a reader searches, and the guides about each call are files of
    // their own.
    external: ['/docs/guides/*'],
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    loader: { '.yaml': 'text', '.md': 'text' },
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    // The licences of the bundled packages require their notices.
    legalComments: 'external',
    logLevel: 'error',
    metafile: true,
    write: false,
  } as const satisfies BuildOptions;
  // esbuild loads no style for a script that is imported later. A build in one piece has the style of all scripts.
  const [scripts, whole] = await Promise.all([
    build({ ...options, splitting: true }),
    build({ ...options, splitting: false }),
  ]).catch(() => process.exit(1)); // esbuild has printed the error
  const isStyle = ({ path }: { readonly path: string }) => /\.css(\.LEGAL\.txt)?$/.test(path);
  const outputFiles = [
    ...scripts.outputFiles.filter((file) => !isStyle(file)),
    ...whole.outputFiles.filter((file) => isStyle(file)),
  ];

  // A build that fails leaves the previous page in place.
  rmSync(out, { recursive: true, force: true });
  for (const { path, contents } of outputFiles) writeFile(relative(join(root, WEB_FOLDER), path), contents);
  const html = readFileSync(join(root, page.folder, 'index.html'), 'utf8');
  const styles = outputFiles.filter(({ path }) => path.endsWith('.css')).map(({ path }) => relative(root, path));
  const tags = tagsOf(scripts.metafile, { name, out, entry: options.entryPoints[0], styles });
  writeFile(`${name}/index.html`, html.replace('</head>', `${tags}</head>`));
  // The test of the sizes reads which scripts a page loads.
  writeFile(`${name}.json`, JSON.stringify(scripts.metafile));
}

/** Writes a file below `dist-web/`, and for a text a gzip file beside the text. */
export function writeFile(file: string, contents: string | Uint8Array): void {
  const path = join(root, WEB_FOLDER, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
  if (/\.(js|css|html)$/.test(path)) writeFileSync(`${path}.gz`, gzipSync(contents));
}

interface PageFiles {
  readonly name: string;
  /** The folder of the built page. */
  readonly out: string;
  /** The first script, as the bundler names it. */
  readonly entry: string;
  readonly styles: readonly string[];
}

/** The elements that load the page: its styles, its first script, and early the chunks that this script imports. */
function tagsOf({ outputs }: Metafile, { name, out, entry, styles }: PageFiles): string {
  const [first] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  if (first === undefined) throw new Error('The bundle has no entry point');
  const url = (file: string) => `/${name}/${relative(out, join(root, file))}`;
  const imported = new Set<string>();
  const collect = (file: string): void => {
    for (const { path, kind } of outputs[file]?.imports ?? []) {
      if (kind !== 'import-statement' || imported.has(path)) continue;
      imported.add(path);
      collect(path);
    }
  };
  collect(first);
  const style = styles.map((file) => `<link rel="stylesheet" href="${url(file)}">`);
  const early = [...imported].map((file) => `<link rel="modulepreload" href="${url(file)}">`);
  const script = `<script type="module" src="${url(first)}"></script>`;
  return [...style, ...early, script].map((tag) => `${tag}\n`).join('');
}
