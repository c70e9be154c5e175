import { type components, dataOf, exactFigure } from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import type { Columns } from '../output/text-table.ts';

export const meColumns = (url: string): Columns<components['schemas']['Me']> => ({
  service: () => url,
  organisation: ({ organisation }) => organisation.name,
  'organisation id': ({ organisation }) => organisation.id,
  key: ({ key, person }) => key?.name ?? person?.name ?? null,
  'key id': ({ key, person }) => key?.id ?? person?.id ?? null,
  scope: (me) => me.scope,
  expires: ({ key }) => key?.expiresAt ?? 'never',
});

type Me = components['schemas']['Me'];

/** `12 of 10,000`, or the limit alone where nobody counts. */
const shown = ({ limit, used }: components['schemas']['Limit']): string =>
  [used, limit].flatMap((count) => (count === null ? [] : exactFigure(String(count)))).join(' of ');

const limitColumns: Columns<Me> = {
  wallets: ({ limits }) => shown(limits.wallets),
  rules: ({ limits }) => shown(limits.rules),
  webhooks: ({ limits }) => shown(limits.webhooks),
  keys: ({ limits }) => shown(limits.keys),
  'address book': ({ limits }) => shown(limits.addressBook),
  'list entries': ({ limits }) => shown(limits.listEntries),
  'requests per second': ({ limits }) => shown(limits.requestsPerSecond),
  'records per hour': ({ limits }) => shown(limits.recordsPerHour),
  'mails per minute': ({ limits }) => shown(limits.mailsPerMinute),
};

export const meCommand = (cli: Cli) =>
  command('me', 'Show the organisation, the API key and the limits', ['me', 'me --json']).action(async () => {
    cli.output.item({ ...meColumns(cli.url), ...limitColumns }, dataOf(await cli.api.GET('/api/me')));
  });
