import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
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
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`${page.folder}/${entry}`],
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    // The licences of the bundled packages require their notices.
    legalComments: 'external',
    logLevel: 'error',
    metafile: true,
    write: false,
  }).catch(() => process.exit(1)); // esbuild has printed the error

  // A build that fails leaves the previous page in place.
  rmSync(out, { recursive: true, force: true });
  for (const { path, contents } of outputFiles) write(path, contents);
  const html = readFileSync(join(root, page.folder, 'index.html'), 'utf8');
  write(join(out, 'index.html'), html.replace('</head>', `${tagsOf(metafile, out, name)}</head>`));
}

function write(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
  if (/\.(js|css|html)$/.test(path)) writeFileSync(`${path}.gz`, gzipSync(contents));
}

/** The elements that load the page: its styles, its first script, and early the chunks that this script imports. */
function tagsOf({ outputs }: Metafile, out: string, name: string): string {
  const [first, entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint !== undefined) ?? [];
  if (first === undefined || entry === undefined) throw new Error('The bundle has no entry point');
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
  const style = entry.cssBundle === undefined ? [] : [`<link rel="stylesheet" href="${url(entry.cssBundle)}">`];
  const early = [...imported].map((file) => `<link rel="modulepreload" href="${url(file)}">`);
  const script = `<script type="module" src="${url(first)}"></script>`;
  return [...style, ...early, script].map((tag) => `${tag}\n`).join('');
}
