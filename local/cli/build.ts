import { globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLES_FILE } from '../../infra/bundle-options.ts';
import { WEB_FOLDER, webPages } from '../../infra/web-pages.ts';
import { type Build, bringUpToDate, out, packages, root, runProgram } from './up-to-date.ts';

export const STACK_NAME = 'chainwatch-local';

/** The template, whose folder also holds the bundles. */
export const templateFile = join(out, `${STACK_NAME}.template.json`);

/** The folder of the built pages. */
export const webFolder = join(root, WEB_FOLDER);

const functions: Build = {
  name: 'the functions',
  // The bundles of the functions, and the template.
  stamp: 'local.sha256',
  sources: ['functions/**/*.ts', 'lib/**/*.ts', 'lib/**/*.json', 'infra/**/*.ts', ...packages],
  makes: [templateFile, join(root, BUNDLES_FILE)],
  build: async () => {
    await runProgram(['infra/bundle.ts'], {});
    await runProgram(['infra/app.ts'], { CDK_OUTDIR: out, STAGE: 'local' });
    removeOldBundles();
  },
};

const pages: Build = {
  name: 'the web pages',
  stamp: 'web.sha256',
  sources: [
    ...webPages.map(({ folder }) => `${folder}/**/*.{ts,tsx,css,html,svg,json}`),
    'sdk/*.ts',
    'docs/openapi.json',
    // The guides.
    '{docs,docs/guides,api-docs}/*.md',
    'infra/web-*.ts',
    'infra/build-web.ts',
    ...packages,
  ],
  makes: webPages.map(({ name }) => join(webFolder, name, 'index.html')),
  build: () => runProgram(['infra/build-web.ts'], {}),
};

/**
 * Bundles the functions and the pages and synthesises the local stack, unless the last build had the same sources.
 * @throws UserError with the compiler's output when the build fails.
 */
export const buildIfChanged = (log: (line: string) => void): Promise<void> => bringUpToDate([functions, pages], log);

/** Removes bundles of earlier builds, some 100 MB each. Keeps those of the last day: a running stack may use them. */
function removeOldBundles(): void {
  const template = readFileSync(templateFile, 'utf8');
  const dayAgo = Date.now() - 86_400_000;
  for (const name of globSync('asset.*', { cwd: out })) {
    const isOld = statSync(join(out, name)).mtimeMs < dayAgo;
    if (isOld && !template.includes(name)) rmSync(join(out, name), { recursive: true });
  }
}
