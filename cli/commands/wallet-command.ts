import { Option } from '@commander-js/extra-typings';
import { dataOf, typedAddress } from '../../sdk/index.ts';
import type { ChainId, Wallet } from '../base/api-values.ts';
import { chainOption } from '../base/chain-option.ts';
import { type Cli, command, group, limitOption, printList, repeated } from '../base/command.ts';
import { wrongUse } from '../base/failures.ts';
import { idOf } from '../base/named.ts';
import { type Columns, usual } from '../output/text-table.ts';
import { muteCommands } from './mute-commands.ts';
import { warnOfUnwatched } from './unwatched-chains.ts';
import { walletDelete, walletUpdate } from './wallet-change-commands.ts';
import { printBalances, type ValueColumn, valueColumn } from './wallet-holdings.ts';
import { walletImport } from './wallet-import-command.ts';
import { NO_TAG, tagIn } from './wallet-rows.ts';

/** @param usd the value of what a wallet holds, where it is known. */
const columnsWith = (usd: ValueColumn | undefined): Columns<Wallet> => ({
  id: ({ id }) => id,
  label: ({ label }) => label,
  address: ({ address }) => address,
  status: ({ status, mutedUntil }) =>
    mutedUntil === null
      ? usual(status, status === 'active')
      : { whole: status, short: status === 'active' ? 'muted' : `muted, ${status}` },
  watched: ({ watch }) => usual(watch ? 'yes' : 'no', watch),
  chains: ({ chains }) => chains.join(','),
  ...(usd && { usd }),
  tag: ({ destinationTag }) => destinationTag,
  'muted until': ({ mutedUntil }) => mutedUntil,
  type: ({ type }) => type,
  tags: ({ tags }) => tags.join(', '),
  'external id': ({ externalId }) => externalId,
  'managed by': ({ managedBy }) => managedBy,
});

const columns = columnsWith(undefined);

const details: Columns<Wallet> = {
  ...columns,
  'mute reason': ({ muteReason }) => muteReason,
  'throttled since': ({ throttledSince }) => throttledSince,
  created: ({ createdAt }) => createdAt,
};

const WALLET = 'its name or address, or the beginning of its id';

export function walletCommand(cli: Cli) {
  const { mute, unmute } = muteCommands(cli, 'wallet', async (id, body) => {
    const params = { path: { id } };
    cli.output.item(columns, dataOf(await cli.api.PATCH('/api/wallets/{id}', { params, body })));
  });
  return group('wallet', 'The wallets of the organisation')
    .addCommand(add(cli))
    .addCommand(list(cli))
    .addCommand(get(cli))
    .addCommand(walletImport(cli))
    .addCommand(walletUpdate(cli, columns))
    .addCommand(walletDelete(cli))
    .addCommand(mute)
    .addCommand(unmute);
}

const add = (cli: Cli) =>
  command('add', 'Add a wallet', [
    'wallet add Treasury 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --chain ethereum --chain base',
    'wallet add Payouts rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN --chain xrp --destination-tag 7 --tag eu --external-id 4711',
  ])
    .argument('<label>', 'the name of the wallet')
    .argument('<address>', 'the address')
    .requiredOption(
      '--chain <chain>',
      'a chain to watch; may be repeated',
      (text: string, earlier: ChainId[] | undefined) => [...(earlier ?? []), chainOption(text)],
    )
    .option('--type <type>', 'what the wallet is for', 'hot')
    .option('--color <color>', 'a colour such as #1a2b3c')
    .option('--tag <tag>', 'a tag; may be repeated', repeated)
    .option('--external-id <id>', 'its id in a system of yours, unique in the organisation')
    .option('--managed-by <name>', 'what writes the wallet, such as the name of a file')
    .option('--destination-tag <tag>', 'a tag of the XRP Ledger: the wallet has only its payments', tagOf)
    .option('--no-watch', 'add the wallet without watching it')
    .action(async (label, address, { chain, tag: tags, ...given }) => {
      const body = { label, address: typedAddress(address), chains: chain, tags, ...given };
      const wallet = dataOf(await cli.api.POST('/api/wallets', { body }));
      cli.output.item(columns, wallet);
      if (wallet.watch) await warnOfUnwatched(cli, wallet.chains);
    });

/** @throws CommandError for a text that is no tag. */
function tagOf(text: string): number {
  const tag = tagIn(text);
  if (tag === undefined) throw wrongUse(`--destination-tag ${NO_TAG}.`);
  return tag;
}

const list = (cli: Cli) =>
  command('list', 'List wallets, the newest first', [
    'wallet list --type cold',
    'wallet list --tag deposit --chain ethereum --json',
  ])
    .option('--chain <chain>', 'only wallets on this chain', chainOption)
    .option('--type <type>', 'only wallets of this type, in any case')
    .option('--tag <tag>', 'only wallets with this tag')
    .addOption(
      new Option('--status <status>', 'only wallets whose transactions wait, or the others').choices([
        'active',
        'throttled',
      ] as const),
    )
    .addOption(
      new Option('--watched <yes|no>', 'only wallets that are watched, or not').choices(['yes', 'no'] as const),
    )
    .option('--external-id <id>', 'only the wallet with this id in a system of yours')
    .option('--managed-by <name>', 'only wallets that this file or program writes')
    .option('-q, --query <text>', 'words of the label, or the beginning of the address')
    .addOption(limitOption())
    .action(async ({ query: q, limit, watched, ...filters }) => {
      const watch = watched === undefined ? undefined : watched === 'yes' ? 'true' : 'false';
      const { api } = cli;
      await printList(
        cli,
        async (wallets: readonly Wallet[]) => columnsWith(await valueColumn(cli, wallets)),
        limit,
        (page) => api.GET('/api/wallets', { params: { query: { ...page, ...filters, watch, q } } }),
      );
    });

const get = (cli: Cli) =>
  command('get', 'Show one wallet with its balances', ['wallet get Treasury', 'wallet get 5f1c… --json'])
    .argument('<wallet>', WALLET)
    .action(async (name) => {
      const { api, output } = cli;
      const id = await idOf(api, 'wallet', name);
      output.item(details, dataOf(await api.GET('/api/wallets/{id}', { params: { path: { id } } })));
      if (!output.json) await printBalances(cli, id);
    });
