import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from '../../cli/build-cli.ts';
import { root } from '../examples/receiver-process.ts';
import { newOrganisation } from '../support/api.ts';
import { knownSecrets, noteSecrets } from '../support/secrets.ts';
import { stackUrl } from '../support/stack-url.ts';
import { Terminal } from './guide.ts';

// A reader follows the guide in a terminal, and sees what the guide shows. Only the ids are others.

const path = join(root, 'docs/guides/who-gets-which-alerts.md');
const guide = readFileSync(path, 'utf8');
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
  const [, yaml = ''] = /^```yaml\n(.*?)^```$/ms.exec(guide) ?? [];
  writeFileSync(join(folder, 'council.yaml'), yaml);
  const variables = { ...SECRETS, CHAINWATCH_URL: stackUrl('STACK_URL'), CHAINWATCH_API_KEY: apiKey };
  for (const [name, value] of Object.entries(variables)) await terminal.run(`export ${name}='${value}'`);
  await terminal.run(`cd ${folder}; chainwatch() { ${process.execPath} ${bundle} "$@"; }`);
});
afterAll(() => {
  terminal.close();
  rmSync(folder, { recursive: true, force: true });
});

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

describe('docs/guides/who-gets-which-alerts.md', () => {
  it('shows what its commands print', async () => {
    const steps = [...guide.matchAll(/^```sh\n(.*?)^```\n\n^```\n(.*?)^```$/gms)];
    expect(steps.length).toBeGreaterThan(4);
    /** Ids of this organisation by the ids that the guide shows in their places. */
    const ids = new Map<string, string>();
    let written = guide;
    for (const [block, commands = '', shown = ''] of steps) {
      const output = await terminal.run(commands.replace(UUID, (id) => ids.get(id) ?? id));
      const printed = output.replace(/ +$/gm, '');
      expect([...knownSecrets].filter((secret) => printed.includes(secret))).toEqual([]);
      const ours = printed.match(UUID) ?? [];
      for (const [n, id] of (shown.match(UUID) ?? []).entries()) ids.set(id, ours[n] ?? '');
      if (process.env.UPDATE_GOLDEN === '1')
        written = written.replace(block, () => block.replace(/```\n[^`]*```$/, () => `\`\`\`\n${printed}\`\`\``));
      else expect(printed.replaceAll(UUID, 'id')).toBe(shown.replaceAll(UUID, 'id'));
    }
    if (process.env.UPDATE_GOLDEN === '1')
      writeFileSync(
        path,
        written.replace(UUID, (id) => ids.get(id) ?? id),
      );
  });
});
