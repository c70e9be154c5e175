import { join } from 'node:path';
import { build } from 'esbuild';
import { bundlePage, writeFile } from '../infra/web-bundle.ts';
import { guideFiles } from './guides.ts';

await bundlePage('docs', 'main.ts');
for (const [file, text] of guideFiles()) writeFile(`docs/${file}`, text);

// The script of the guides is small, so it needs neither chunks nor a name that changes.
const { outputFiles } = await build({
  entryPoints: [join(import.meta.dirname, 'guide-page.ts')],
  external: ['/docs/*'],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  write: false,
});
for (const { contents } of outputFiles) writeFile('docs/guides/guide-page.js', contents);
