import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { build } from '../../cli/build-cli.ts';
import { newOrganisation } from '../support/api.ts';
import { noteSecrets } from '../support/secrets.ts';
import { stackUrl } from '../support/stack-url.ts';
import { Terminal } from './guide.ts';
import { followGuide } from './shown-guide.ts';

// A reader follows the guide in a terminal, and sees what the guide shows. Only the ids are others.

const folder = mkdtempSync(join(tmpdir(), 'chainwatch-guide-'));
const terminal = new Terminal();
const SECRETS = {
  PAGERDUTY_KEY: 'R02BT5YQ4S3LKP1MDJ7W',
  TELEGRAM_TOKEN: '8012345678:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K',
  DISCORD_URL: 'https://8.8.8.8/api/webhooks/1175/kT3vZq8LmWx5',
};

beforeAll(async () => {
  const bundle = join(folder, 'chainwatch.cjs');
  const [{ apiKey }] = await Promise.all([newOrganisation(), build(bundle)]);
  noteSecrets(Object.values(SECRETS));
  const variables = { ...SECRETS, CHAINWATCH_URL: stackUrl('STACK_URL'), CHAINWATCH_API_KEY: apiKey };
  for (const [name, value] of Object.entries(variables)) await terminal.run(`export ${name}='${value}'`);
  await terminal.run(`cd ${folder}; chainwatch() { ${process.execPath} ${bundle} "$@"; }`);
});
afterAll(() => {
  terminal.close();
  rmSync(folder, { recursive: true, force: true });
});

it('docs/guides/who-gets-which-alerts.md shows what its commands print', async () => {
  expect(await followGuide('who-gets-which-alerts', terminal)).toBeGreaterThan(4);
});
