import { Option } from '@commander-js/extra-typings';
import { checkDone, type components, dataOf } from '../../sdk/index.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { idOf } from '../base/named.ts';
import type { Columns } from '../output/text-table.ts';

type ApiKey = components['schemas']['ApiKey'];

const columns: Columns<ApiKey> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  scope: ({ scope }) => scope,
  key: ({ prefix, lastFour }) => `${prefix}…${lastFour}`,
  created: ({ createdAt }) => createdAt,
  expires: ({ expiresAt }) => expiresAt,
  revoked: ({ revokedAt }) => revokedAt,
  'last used': ({ lastUsedAt }) => lastUsedAt,
};

export const keyCommand = (cli: Cli) =>
  group('key', 'The API keys of the organisation (scope admin)')
    .addCommand(create(cli))
    .addCommand(list(cli))
    .addCommand(revoke(cli));

const create = (cli: Cli) =>
  command('create', 'Create an API key, which is shown only now', [
    'key create "CI of the treasury" --scope write',
    'key create Auditor --scope read --expires 2027-01-31',
  ])
    .argument('<name>', 'what the key is for')
    .addOption(
      new Option('--scope <scope>', 'what the key may do')
        .choices(['read', 'review', 'write', 'admin'] as const)
        .makeOptionMandatory(),
    )
    .option('--expires <time>', 'a date or an instant of ISO 8601')
    .action(async (name, { scope, expires: expiresAt }) => {
      const made = dataOf(await cli.api.POST('/api/keys', { body: { name, scope, expiresAt } }));
      cli.output.item({ ...columns, key: () => made.key }, made);
    });

const list = (cli: Cli) =>
  command('list', 'List API keys, the newest first', ['key list', 'key list --json'])
    .addOption(limitOption())
    .action(async ({ limit }) => {
      const { api } = cli;
      await printList(cli, columns, limit, (query) => api.GET('/api/keys', { params: { query } }));
    });

const revoke = (cli: Cli) =>
  command('revoke', 'Revoke an API key within a minute', ['key revoke 3b1f…', 'key revoke 3b1f… --json'])
    .argument('<key>', 'its name, or the beginning of its id')
    .action(async (key) => {
      const id = await idOf(cli.api, 'key', key);
      checkDone(await cli.api.DELETE('/api/keys/{id}', { params: { path: { id } } }));
      cli.output.item({ revoked: (revoked: { id: string }) => revoked.id }, { id });
    });
