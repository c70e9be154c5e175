import { type components, dataOf } from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import type { Columns } from '../output/text-table.ts';

export const meColumns = (url: string): Columns<components['schemas']['Me']> => ({
  service: () => url,
  organisation: ({ organisation }) => organisation.name,
  'organisation id': ({ organisation }) => organisation.id,
  key: ({ key }) => key.name,
  'key id': ({ key }) => key.id,
  scope: ({ key }) => key.scope,
  expires: ({ key }) => key.expiresAt ?? 'never',
});

export const meCommand = (cli: Cli) =>
  command('me', 'Show the organisation and the API key', ['me', 'me --json']).action(async () => {
    cli.output.item(meColumns(cli.url), dataOf(await cli.api.GET('/api/me')));
  });
