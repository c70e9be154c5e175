import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SIZES } from '../../../lib/platform/lists/definition.ts';

it('SIZES is the table of sizes in the README', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../lib/platform/lists/README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, name, size]) => [name, Number(size)]);
  expect(Object.fromEntries(rows)).toEqual(SIZES);
});
