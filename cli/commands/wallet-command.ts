import { Option } from '@commander-js/extra-typings';
import { dataOf, pages } from '../../sdk/index.ts';
import { ChainId, type Wallet } from '../base/api-values.ts';
import { type Cli, command, group, limitOption, printList, repeated } from '../base/command.ts';
import { CommandError, explain, wrongUse } from '../base/failures.ts';
import { readInput } from '../base/read-input.ts';
import { accountOf } from '../manifest/wallet-identity.ts';
import { type Columns, usual } from '../output/text-table.ts';
import { muteCommands } from './mute-commands.ts';
import { COLUMNS, comparable, NO_TAG, readWalletRows, tagIn, type WalletRow } from './wallet-rows.ts';

const columns: Columns<Wallet> = {
  id: ({ id }) => id,
  label: ({ label }) => label,
  address: ({ address }) => address,
  status: ({ status, mutedUntil }) =>
    mutedUntil === null
      ? usual(status, status === 'active')
      : { whole: status, short: status === 'active' ? 'muted' : `muted, ${status}` },
  watched: ({ watch }) => usual(watch ? 'yes' : 'no', watch),
  chains: ({ chains }) => chains.join(','),
  tag: ({ destinationTag }) => destinationTag,
  'muted until': ({ mutedUntil }) => mutedUntil,
  type: ({ type }) => type,
  tags: ({ tags }) => tags.join(', '),
  'external id': ({ externalId }) => externalId,
  'managed by': ({ managedBy }) => managedBy,
};

export function walletCommand(cli: Cli) {
  const { mute, unmute } = muteCommands(cli, 'wallet', async (id, body) => {
    const params = { path: { id } };
    cli.output.item(columns, dataOf(await cli.api.PATCH('/api/wallets/{id}', { params, body })));
  });
  return group('wallet', 'The wallets of the organisation')
    .addCommand(add(cli))
    .addCommand(list(cli))
    .addCommand(importRows(cli))
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
    .requiredOption('--chain <chain>', 'a chain to watch; may be repeated', repeated)
    .option('--type <type>', 'what the wallet is for', 'hot')
    .option('--color <color>', 'a colour such as #1a2b3c')
    .option('--tag <tag>', 'a tag; may be repeated', repeated)
    .option('--external-id <id>', 'its id in a system of yours, unique in the organisation')
    .option('--managed-by <name>', 'what writes the wallet, such as the name of a file')
    .option('--destination-tag <tag>', 'a tag of the XRP Ledger: the wallet has only its payments', tagOf)
    .option('--no-watch', 'add the wallet without watching it')
    .action(async (label, address, { chain, tag: tags, ...given }) => {
      const body = { label, address, chains: ChainId.array().parse(chain), tags, ...given };
      cli.output.item(columns, dataOf(await cli.api.POST('/api/wallets', { body })));
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
    .option('--chain <chain>', 'only wallets on this chain', (text: string) => ChainId.parse(text))
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
    .option('-q, --query <text>', 'words of the label, or the beginning of the address')
    .addOption(limitOption())
    .action(async ({ query: q, limit, watched, ...filters }) => {
      const watch = watched === undefined ? undefined : watched === 'yes' ? 'true' : 'false';
      const { api } = cli;
      await printList(cli, columns, limit, (page) =>
        api.GET('/api/wallets', { params: { query: { ...page, ...filters, watch, q } } }),
      );
    });

/** What became of a row. */
interface RowOutcome {
  readonly row: number;
  readonly label: string;
  readonly outcome: 'added' | 'exists' | 'failed';
  readonly detail: string;
}

const outcomeColumns: Columns<RowOutcome> = {
  row: ({ row }) => row,
  label: ({ label }) => label,
  outcome: ({ outcome }) => outcome,
  detail: ({ detail }) => detail,
};

const importRows = (cli: Cli) =>
  command('import', 'Add the wallets of a CSV file; each row has an outcome', [
    'wallet import wallets.csv',
    'wallet import - --json < wallets.csv',
  ])
    .argument('<file>', `CSV with the columns ${COLUMNS.join(',')}, or - for stdin`)
    .addHelpText(
      'after',
      '\nSeparate chains by spaces, semicolons or commas. A wallet that exists on all of its chains is no failure.',
    )
    .action(async (file) => {
      const { output, api } = cli;
      const rows = readWalletRows(readInput(file).toString('utf8'));
      const outcomes: RowOutcome[] = [];
      for (const row of rows) {
        output.note(`${outcomes.length + 1}/${rows.length} ${row.label}`);
        outcomes.push(await outcomeOf(api, row));
      }
      output.list(outcomeColumns, outcomes, outcomes.length);
      const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length;
      if (failed > 0) throw new CommandError(`${failed} of ${rows.length} rows failed.`);
    });

/** The chains of the present wallets with an address and its tag. */
async function chainsOfAccount(api: Cli['api'], body: NonNullable<WalletRow['body']>): Promise<ReadonlySet<string>> {
  // The API keeps the classic address of an X-address.
  const account = accountOf(body.address, body.destinationTag);
  const address = comparable(account.address);
  const chains = new Set<string>();
  const load = (cursor: string | undefined) =>
    api.GET('/api/wallets', { params: { query: { q: address, cursor, pageSize: 100 } } });
  for await (const page of pages(load)) {
    const same = page.filter(
      (wallet) => comparable(wallet.address) === address && wallet.destinationTag === account.tag,
    );
    for (const chain of same.flatMap((wallet) => wallet.chains)) chains.add(chain);
  }
  return chains;
}

async function outcomeOf(api: Cli['api'], row: WalletRow): Promise<RowOutcome> {
  const { row: n, label } = row;
  const outcome = (is: RowOutcome['outcome'], detail: string): RowOutcome => ({ row: n, label, outcome: is, detail });
  if (row.body === undefined) return outcome('failed', row.problem);
  try {
    const answer = await api.POST('/api/wallets', { body: row.body });
    if (answer.response.status !== 409) return outcome('added', dataOf(answer).id);
    // A second import of a file finds the wallets of the first. A wallet on some of the chains is a conflict too.
    const present = await chainsOfAccount(api, row.body);
    const missing = row.body.chains.filter((chain) => !present.has(chain));
    const detail = answer.error?.detail ?? '';
    return missing.length === 0
      ? outcome('exists', detail)
      : outcome('failed', `exists without ${missing.join(', ')}: ${detail}`);
  } catch (error) {
    return outcome(
      'failed',
      explain(error)
        .map((line) => line.trim())
        .join('; '),
    );
  }
}
