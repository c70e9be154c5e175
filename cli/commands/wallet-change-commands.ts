import { Option } from '@commander-js/extra-typings';
import { checkDone, dataOf } from '../../sdk/index.ts';
import { ChainId, type Wallet } from '../base/api-values.ts';
import { type Cli, command, repeated } from '../base/command.ts';
import { idOf } from '../base/named.ts';
import type { Columns } from '../output/text-table.ts';
import { warnOfUnwatched } from './unwatched-chains.ts';

const WALLET = 'its name or address, or the beginning of its id';

export const walletUpdate = (cli: Cli, columns: Columns<Wallet>) =>
  command('update', 'Change a wallet; what no option names stays', [
    'wallet update Treasury --label "Old treasury" --type cold',
    'wallet update Treasury --chain ethereum --chain base --no-tags --watch no',
  ])
    .argument('<wallet>', WALLET)
    .option('--label <label>', 'the name of the wallet')
    .option('--type <type>', 'what the wallet is for')
    .option('--color <color>', 'a colour such as #1a2b3c')
    .option('--chain <chain>', 'a chain of the wallet, in place of those before; repeatable', repeated)
    .option('--tag <tag>', 'a tag, in place of those before; repeatable', repeated)
    .option('--no-tags', 'no tag')
    .option('--external-id <id>', 'its id in a system of yours; "" for none')
    .option('--managed-by <name>', 'what writes the wallet; "" for no file or program')
    .addOption(new Option('--watch <yes|no>', 'whether its transactions are recorded').choices(['yes', 'no'] as const))
    .action(async (name, { chain, tag, tags: keepsTags, watch, externalId, managedBy, ...same }) => {
      const { api, output } = cli;
      const id = await idOf(api, 'wallet', name);
      const body = {
        ...same,
        chains: chain && ChainId.array().parse(chain),
        tags: keepsTags ? tag : [],
        externalId: noneFor(externalId),
        managedBy: noneFor(managedBy),
        watch: watch && watch === 'yes',
      };
      const wallet = dataOf(await api.PATCH('/api/wallets/{id}', { params: { path: { id } }, body }));
      output.item(columns, wallet);
      if (wallet.watch) await warnOfUnwatched(cli, wallet.chains);
    });

/** An empty text takes away what the wallet has. */
const noneFor = (text: string | undefined): string | null | undefined => (text === '' ? null : text);

export const walletDelete = (cli: Cli) =>
  command('delete', 'Delete a wallet; its transactions and alerts stay', [
    'wallet delete "Old treasury"',
    'wallet delete 3b1f… --json',
  ])
    .argument('<wallet>', WALLET)
    .action(async (name) => {
      const id = await idOf(cli.api, 'wallet', name);
      checkDone(await cli.api.DELETE('/api/wallets/{id}', { params: { path: { id } } }));
      cli.output.item({ deleted: (deleted: { id: string }) => deleted.id }, { id });
    });
