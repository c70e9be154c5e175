import { checkDone, type components, dataOf, typedAddress } from '../../sdk/index.ts';
import { type Cli, command, group, limitOption, printList, repeated } from '../base/command.ts';
import { idOf } from '../base/named.ts';
import type { Columns } from '../output/text-table.ts';
import { addressBookImport } from './address-book-import.ts';

const columns: Columns<components['schemas']['AddressBookEntry']> = {
  id: ({ id }) => id,
  label: ({ label }) => label,
  address: ({ address }) => address,
  family: ({ family }) => family,
  lists: ({ lists }) => lists.join(','),
  note: ({ note }) => note,
};

export const addressBookCommand = (cli: Cli) =>
  group('address-book', 'The labels of addresses of others')
    .addCommand(add(cli))
    .addCommand(list(cli))
    .addCommand(addressBookImport(cli))
    .addCommand(update(cli))
    .addCommand(remove(cli));

const add = (cli: Cli) =>
  command('add', 'Add an address with its label', [
    'address-book add "Our account at Kraken" 0x28C6c06298d514Db089934071355E5743bf21d60',
    'address-book add Auditor rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN --list partners --note "invoices only"',
  ])
    .argument('<label>', 'what the address is called')
    .argument('<address>', 'the address')
    .option('--note <note>', 'what else to know of it', '')
    .option('--list <list>', 'an address list that has the address; may be repeated', repeated)
    .action(async (label, address, { note, list: lists = [] }) => {
      const body = { label, address: typedAddress(address), note, lists };
      cli.output.item(columns, dataOf(await cli.api.POST('/api/address-book', { body })));
    });

const list = (cli: Cli) =>
  command('list', 'List the address book, the newest first', [
    'address-book list',
    'address-book list --search kraken --list partners',
  ])
    .option('--search <words>', 'words of the label, or the beginning of the address')
    .option('--list <list>', 'only the addresses of an address list')
    .addOption(limitOption())
    .action(async ({ search: q, list: name, limit }) => {
      await printList(cli, columns, limit, (page) =>
        cli.api.GET('/api/address-book', { params: { query: { ...page, q, list: name } } }),
      );
    });

const update = (cli: Cli) =>
  command('update', 'Change the label, the note or the lists of an entry', [
    'address-book update "Our account at Kraken" --label "Old account at Kraken"',
    'address-book update Auditor --list partners --list auditors',
  ])
    .argument('<entry>', 'its label, its address, or the beginning of its id')
    .option('--label <label>', 'what the address is called')
    .option('--note <note>', 'what else to know of it')
    .option('--list <list>', 'an address list that has the address, in place of those before; repeatable', repeated)
    .option('--no-lists', 'no address list has the address')
    .action(async (entry, { label, note, list: named, lists: keepsLists }) => {
      const id = await idOf(cli.api, 'entry', entry);
      const body = { label, note, lists: keepsLists ? named : [] };
      const answer = await cli.api.PATCH('/api/address-book/{id}', { params: { path: { id } }, body });
      cli.output.item(columns, dataOf(answer));
    });

const remove = (cli: Cli) =>
  command('delete', 'Delete an entry of the address book', [
    'address-book delete "Our account at Kraken"',
    'address-book delete 3b1f… --json',
  ])
    .argument('<entry>', 'its label, its address, or the beginning of its id')
    .action(async (entry) => {
      const id = await idOf(cli.api, 'entry', entry);
      checkDone(await cli.api.DELETE('/api/address-book/{id}', { params: { path: { id } } }));
      cli.output.item({ deleted: (deleted: { id: string }) => deleted.id }, { id });
    });
