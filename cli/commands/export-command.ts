import { writeFileSync } from 'node:fs';
import { dataOf } from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import { readPresentState } from '../manifest/present-state.ts';
import { fits, manifestOf, manifestYaml } from '../manifest/write-manifest.ts';
import { safeJson } from '../output/plain-text.ts';

const ALL = { wallets: true, rules: true, addressLists: true, addressBook: true, destinations: true, webhooks: true };

export const exportCommand = (cli: Cli) =>
  command('export', 'Write what the organisation has as a file for apply', [
    'export > chainwatch.yaml',
    'export --output chainwatch.yaml',
  ])
    .option('-o, --output <file>', 'write to this file instead of stdout')
    .action(async ({ output: file }) => {
      const { api, output } = cli;
      const { scope } = dataOf(await api.GET('/api/me'));
      const isAdmin = scope === 'admin';
      if (!isAdmin) output.warn('The settings are left out, because they need a key with the scope admin.');
      const present = await readPresentState(api, isAdmin ? { ...ALL, settings: true } : ALL);
      const { wallets, addressBook } = present;
      for (const [what, records] of Object.entries({ wallets, 'entries of the address book': addressBook })) {
        if (!fits(records)) output.warn(`The ${what} are left out: ${records.length} are too many for a file.`);
      }
      const content = manifestOf(present);
      const text = output.json ? `${safeJson(content, 2)}\n` : manifestYaml(content, present);
      if (file === undefined) output.text(text);
      else writeFileSync(file, text);
    });
