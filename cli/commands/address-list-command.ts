import { Option } from '@commander-js/extra-typings';
import { checkDone, type components, dataOf } from '../../sdk/index.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { idOf } from '../base/named.ts';
import type { Columns } from '../output/text-table.ts';

const columns: Columns<components['schemas']['AddressList']> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  purpose: ({ purpose }) => purpose,
  size: ({ size }) => size,
  source: ({ source }) => source?.url ?? null,
  'last run': ({ lastRun }) => lastRun?.at ?? null,
  added: ({ lastRun }) => lastRun?.added ?? null,
  removed: ({ lastRun }) => lastRun?.removed ?? null,
  error: ({ lastRun }) => lastRun?.error ?? null,
};

export const addressListCommand = (cli: Cli) =>
  group('address-list', 'Named lists of addresses, which rules compare with')
    .addCommand(create(cli))
    .addCommand(list(cli))
    .addCommand(refresh(cli))
    .addCommand(remove(cli));

const create = (cli: Cli) =>
  command('create', 'Create an address list', [
    'address-list create partners --purpose allow',
    'address-list create sanctioned --purpose deny --source https://example.com/list.csv --format csv --column address',
  ])
    .argument('<name>', 'its name, which rules write as list:<name>')
    .addOption(
      new Option('--purpose <purpose>', 'what the list is for')
        .choices(['allow', 'deny', 'info'] as const)
        .default('info' as const),
    )
    .option('--source <url>', 'a URL whose addresses the list has, fetched each day')
    .addOption(
      new Option('--format <format>', 'of the source')
        .choices(['text', 'csv', 'json'] as const)
        .default('text' as const),
    )
    .option('--column <column>', 'of the source: the column or the field with the addresses')
    .action(async (name, { purpose, source: url, format, column = null }) => {
      const source = url === undefined ? null : { url, format, column };
      const body = { name, purpose, source };
      cli.output.item(columns, dataOf(await cli.api.POST('/api/address-lists', { body })));
    });

const list = (cli: Cli) =>
  command('list', 'List the address lists with their last runs', ['address-list list', 'address-list list --json'])
    .addOption(limitOption())
    .action(async ({ limit }) => {
      await printList(cli, columns, limit, (query) => cli.api.GET('/api/address-lists', { params: { query } }));
    });

const refresh = (cli: Cli) =>
  command('refresh', 'Fetch the source of an address list now', [
    'address-list refresh sanctioned',
    'address-list refresh 3b1f… --json',
  ])
    .argument('<list>', 'its name, or the beginning of its id')
    .action(async (name) => {
      const id = await idOf(cli.api, 'list', name);
      const answer = await cli.api.POST('/api/address-lists/{id}/refresh', { params: { path: { id } }, body: {} });
      cli.output.item(columns, dataOf(answer));
    });

const remove = (cli: Cli) =>
  command('delete', 'Delete an address list that nothing names', [
    'address-list delete sanctioned',
    'address-list delete 3b1f… --json',
  ])
    .argument('<list>', 'its name, or the beginning of its id')
    .action(async (name) => {
      const id = await idOf(cli.api, 'list', name);
      checkDone(await cli.api.DELETE('/api/address-lists/{id}', { params: { path: { id } } }));
      cli.output.item({ deleted: (deleted: { id: string }) => deleted.id }, { id });
    });
