import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

/** How long seeds begin. The last seed runs to its end. `npm run torture` makes the long run. */
const SECONDS = '6';

it('nothing is lost, doubled or left undone by a stack that is killed and whose calls fail', async () => {
  // The seeds are others each time, and are printed: one that fails fails again.
  const args = ['--disable-warning=ExperimentalWarning', resolve(import.meta.dirname, 'run.ts'), '--seconds', SECONDS];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  process.stdout.write(stdout);
  expect(stdout).toMatch(/^from \d+: [1-9]\d* seeds, 0 failed/m);
});
