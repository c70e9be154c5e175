import { dataOf, exactFigure, inBlockOrder } from '../../sdk/index.ts';
import { ImportTransaction, type Transaction } from '../base/api-values.ts';
import { chainOption } from '../base/chain-option.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { CommandError, EXIT } from '../base/failures.ts';
import { idOf } from '../base/named.ts';
import { recordsNamed } from '../base/named-records.ts';
import { shortText } from '../output/plain-text.ts';
import { filtersOf, transactionFilters } from './transaction-filters.ts';
import { printRecords, referencesText, transactionColumns } from './transaction-record.ts';
import { txExportCommand } from './tx-export-command.ts';
import { txWhyCommand } from './tx-why-command.ts';

export const txCommand = (cli: Cli) =>
  group('tx', 'Transactions of the wallets')
    .addCommand(list(cli))
    .addCommand(get(cli))
    .addCommand(lookup(cli))
    .addCommand(importByHash(cli))
    .addCommand(txWhyCommand(cli))
    .addCommand(txExportCommand(cli));

const list = (cli: Cli) =>
  transactionFilters(
    command('list', 'List transactions, the newest first', [
      'tx list --chain ethereum --direction inbound --from 2026-03-01',
      'tx list --min-usd 1000 --limit all --json',
    ]),
  )
    .addOption(limitOption())
    .action(async ({ limit, ...filters }) => {
      const { api } = cli;
      const query = await filtersOf(api, filters);
      await printList<Transaction>(
        cli,
        transactionColumns,
        limit,
        (page) => api.GET('/api/transactions', { params: { query: { ...query, ...page } } }),
        { momentOf: ({ blockTimestamp }) => blockTimestamp, sorted: (records) => inBlockOrder(records, false) },
      );
    });

const get = (cli: Cli) =>
  command('get', 'Show one transaction with its transfers', ['tx get 91ab…', 'tx get 91ab… --json'])
    .argument('<transaction>', 'the beginning of its hash or of its id')
    .action(async (transaction) => {
      const records: Transaction[] = [];
      for (const { id } of await recordsNamed(cli.api, transaction)) {
        records.push(dataOf(await cli.api.GET('/api/transactions/{id}', { params: { path: { id } } })));
      }
      await printRecords(cli, records);
    });

const lookup = (cli: Cli) =>
  command('lookup', 'Find a transaction by its hash, in the records or on the chains', [
    'tx lookup 0x5c50…',
    'tx lookup 0x5c50… --chain base --json',
  ])
    .argument('<hash>', 'the hash')
    .option('--chain <chain>', 'ask this chain alone', chainOption)
    .action(async (hash, { chain }) => {
      const { api, output } = cli;
      const found = dataOf(await api.GET('/api/transactions/lookup', { params: { query: { hash, chain } } }));
      if (found.source === 'database') {
        const { transactions } = found;
        if (output.json) output.document(found);
        else if (transactions.length === 1) await printRecords(cli, transactions);
        else output.list(transactionColumns, transactions, transactions.length);
        return;
      }
      output.item<typeof found>(
        {
          summary: ({ summary }) => summary,
          source: ({ source }) => source,
          chain: ({ transaction }) => transaction.chain,
          time: ({ transaction }) => transaction.blockTimestamp,
          block: ({ transaction }) => transaction.blockNumber,
          from: ({ transaction }) => transaction.fromAddress,
          to: ({ transaction }) => transaction.toAddress,
          amount: ({ transaction }) =>
            `${exactFigure(transaction.valueDecimal)} ${shortText(transaction.tokenSymbol, 16)}`,
          type: ({ transaction }) => transaction.txType,
          method: ({ methodName }) => methodName,
          tag: ({ destinationTag }) => destinationTag,
          references: referencesText,
          wallet: ({ transaction }) => transaction.walletId,
          status: ({ status }) => status,
        },
        found,
      );
    });

const importByHash = (cli: Cli) =>
  command('import', 'Look a hash up on its chain, and record the transaction for a wallet', [
    'tx import 0x5c50… --wallet 5f1c…',
    'tx import 0x5c50… --wallet 5f1c… --chain base --json',
  ])
    .argument('<hash>', 'the hash')
    .requiredOption('--wallet <wallet>', 'the wallet')
    .option('--chain <chain>', 'ask this chain alone', chainOption)
    .action(async (hash, { wallet, chain }) => {
      const { api } = cli;
      const walletId = await idOf(api, 'wallet', wallet);
      const found = dataOf(await api.GET('/api/transactions/lookup', { params: { query: { hash, chain } } }));
      if (found.source === 'blockchain') {
        const body = ImportTransaction.parse({ ...found.transaction, walletId });
        await printRecords(cli, [dataOf(await api.POST('/api/transactions/import', { body }))]);
        return;
      }
      const recorded = found.transactions.find((each) => each.walletId === walletId);
      if (recorded === undefined) {
        throw new CommandError(
          'The transaction is recorded for another wallet. Start a backfill of its block to record it for this wallet.',
          EXIT.failed,
        );
      }
      await printRecords(cli, [recorded]);
    });
