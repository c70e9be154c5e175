import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { KEYS } from '../../console/pages/alerts/key-words.ts';
import { root } from '../support/sources.ts';

it('docs/guides/triage-alerts.md lists the keys that the console has', () => {
  const guide = readFileSync(join(root, 'docs/guides/triage-alerts.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, key, does]) => [key, does]);
  expect(rows).toEqual(KEYS.map((row) => [...row]));
});
