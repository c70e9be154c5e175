import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

it('the stack does all work exactly once although the harness kills the stack and makes its calls fail', async () => {
  // Each run takes a new seed and prints it. A failing seed fails again.
  const args = ['--disable-warning=ExperimentalWarning', resolve(import.meta.dirname, 'run.ts'), '--seeds', '1'];
  // A call that the harness makes fail is repeated: its function exceeds its ceiling of units.
  const env = { ...process.env, UNITS_RECORD: undefined };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  process.stdout.write(stdout);
  expect(stdout).toMatch(/^from \d+: 1 seeds, 0 failed/m);
});
