import { spawnSync } from 'node:child_process';
import { webPages } from './web-pages.ts';

// `npm run build:web`: runs the build of each page. The exit code is 1 if a build fails.
for (const { folder } of webPages) {
  const { status } = spawnSync(process.execPath, [`${folder}/build.ts`], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
