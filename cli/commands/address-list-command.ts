import { Option } from '@commander-js/extra-typings';
import { checkDone, type components, dataOf } from '../../sdk/index.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { CommandError, wrongUse } from '../base/failures.ts';
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
    .addCommand(update(cli))
    .addCommand(accept(cli))
    .addCommand(refresh(cli))
    .addCommand(remove(cli));

const purposeOption = () =>
  new Option('--purpose <purpose>', 'what the list is for').choices(['allow', 'deny', 'info'] as const);
const formatOption = () => new Option('--format <format>', 'of the source').choices(['text', 'csv', 'json'] as const);
const SOURCE = ['--source <url>', 'a URL whose addresses the list has, fetched each day'] as const;
const COLUMN = ['--column <column>', 'of the source: the column or the field with the addresses'] as const;

const create = (cli: Cli) =>
  command('create', 'Create an address list', [
    'address-list create partners --purpose allow',
    'address-list create sanctioned --purpose deny --source https://example.com/list.csv --format csv --column address',
  ])
    .argument('<name>', 'its name, which rules write as list:<name>')
    .addOption(purposeOption().default('info' as const))
    .option(...SOURCE)
    .addOption(formatOption().default('text' as const))
    .option(...COLUMN)
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

const update = (cli: Cli) =>
  command('update', 'Change the purpose or the source of an address list', [
    'address-list update partners --purpose info',
    'address-list update sanctioned --source https://example.com/list.json --format json --column address',
  ])
    .argument('<list>', 'its name, or the beginning of its id')
    .addOption(purposeOption())
    .option(...SOURCE)
    .addOption(formatOption())
    .option(...COLUMN)
    .action(async (name, { purpose, source: url, format, column }) => {
      const id = await idOf(cli.api, 'list', name);
      const isSourceStated = url !== undefined || format !== undefined || column !== undefined;
      const body = { purpose, ...(isSourceStated && { source: await sourceWith(cli, id, { url, format, column }) }) };
      const answer = await cli.api.PATCH('/api/address-lists/{id}', { params: { path: { id } }, body });
      cli.output.item(columns, dataOf(answer));
    });

type Source = components['schemas']['AddressListSource'];

/** The source of the list with what the options change. Another URL is another source, which is stated as a whole. */
async function sourceWith(
  { api }: Cli,
  id: string,
  { url, format, column }: { readonly [Field in keyof Source]: Source[Field] | undefined },
): Promise<Source> {
  if (url !== undefined) return { url, format: format ?? 'text', column: column ?? null };
  const { source } = dataOf(await api.GET('/api/address-lists/{id}', { params: { path: { id } } }));
  if (source === null) throw wrongUse('The list has no source yet: give --source, too.');
  return { url: source.url, format: format ?? source.format, column: column ?? source.column };
}

const accept = (cli: Cli) =>
  command('accept', 'Accept the source of an address list that became much shorter', [
    'address-list accept sanctioned',
    'address-list accept 3b1f… --json',
  ])
    .argument('<list>', 'its name, or the beginning of its id')
    .action(async (text) => {
      const { api, output } = cli;
      const path = { id: await idOf(api, 'list', text) };
      const { name, source, lastRun } = dataOf(await api.GET('/api/address-lists/{id}', { params: { path } }));
      const refused = lastRun?.refused ?? null;
      if (source === null || refused === null) {
        throw new CommandError(`The list ${name} has nothing to accept: its last run refused no shorter source.`);
      }
      // To write the same source again accepts what it has.
      output.item(columns, dataOf(await api.PATCH('/api/address-lists/{id}', { params: { path }, body: { source } })));
      const { added, removed } = refused;
      output.note(`The source is being fetched. At the last run, ${removed} addresses would go and ${added} come.`);
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
