import { dataOf, exactFigure } from '../../sdk/index.ts';
import { ChainId, ImportTransaction, type Transaction } from '../base/api-values.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { CommandError, EXIT } from '../base/failures.ts';
import { idOf } from '../base/named.ts';
import { shortText } from '../output/plain-text.ts';
import { type Columns, usual } from '../output/text-table.ts';
import { amountCell, directionCell, usdCell } from './amount-cells.ts';
import { filtersOf, transactionFilters } from './transaction-filters.ts';
import { txExportCommand } from './tx-export-command.ts';
import { txWhyCommand } from './tx-why-command.ts';

const columns: Columns<Transaction> = {
  time: ({ blockTimestamp }) => blockTimestamp,
  way: directionCell,
  amount: amountCell,
  usd: usdCell,
  status: ({ status, reorged }) => usual(reorged ? 'reorged' : status, status === 'success' && !reorged),
  wallet: ({ wallet }) => wallet.label,
  chain: ({ chain }) => chain,
  tag: ({ destinationTag }) => destinationTag,
  id: ({ id }) => id,
  hash: ({ hash }) => hash,
};

/** What the payer says about the payment. A stranger chooses the values. */
const referencesText = ({ references }: Pick<Transaction, 'references'>) =>
  references.map(({ kind, value, encoding, truncated }) => {
    return `${kind}=${value}${truncated ? '…' : ''}${encoding === 'hex' ? ' (hex)' : ''}`;
  });

/** A record has the coin of its chain only where it moves that coin. */
const feeText = ({ feeAmount, transfers }: Transaction): string =>
  [feeAmount, transfers.find(({ standard }) => standard === 'native')?.asset ?? ''].join(' ').trim();

const details: Columns<Transaction> = {
  summary: ({ summary }) => summary,
  ...columns,
  amount: ({ tokenAmount, tokenSymbol }) => `${exactFigure(tokenAmount)} ${shortText(tokenSymbol, 16)}`,
  usd: ({ valueUsd, valueStatus }) => (valueUsd === null ? valueStatus : `${exactFigure(valueUsd)} USD`),
  block: ({ blockNumber }) => blockNumber,
  type: ({ txType }) => txType,
  method: ({ methodName }) => methodName,
  from: ({ fromAddress }) => fromAddress,
  to: ({ toAddress }) => toAddress,
  fee: feeText,
  references: referencesText,
  transfers: ({ transfers }) =>
    transfers.map(
      ({ direction, amount, asset, from, to }) => `${direction} ${exactFigure(amount)} ${asset} ${from} → ${to}`,
    ),
  approvals: ({ approvals }) =>
    approvals.map(({ approved, unlimited, amount, tokenId, asset, owner, spender }) => {
      const what = unlimited ? 'unlimited' : (amount ?? tokenId ?? 'all');
      return `${approved ? `granted ${what}` : 'revoked'} ${asset} ${owner} → ${spender}`;
    }),
  authority: ({ authority }) =>
    authority.map(
      ({ kind, subject, before, after }) => `${kind} of ${subject}: ${before ?? 'none'} → ${after ?? 'none'}`,
    ),
  // Entries of the transaction that the record does not hold.
  omitted: ({ omitted: { transfers, approvals, authority } }) =>
    transfers + approvals + authority === 0
      ? null
      : `${transfers} transfers, ${approvals} approvals, ${authority} changes of authority`,
  'value status': ({ valueStatus }) => valueStatus,
  source: ({ source }) => source,
  verified: ({ verified }) => verified,
  notes: ({ notes }) => notes,
  tags: ({ tags }) => tags.join(', '),
};

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
      await printList(cli, columns, limit, (page) =>
        api.GET('/api/transactions', { params: { query: { ...query, ...page } } }),
      );
    });

const get = (cli: Cli) =>
  command('get', 'Show one transaction with its transfers', ['tx get 91ab…', 'tx get 91ab… --json'])
    .argument('<transaction>', 'the beginning of its hash or of its id')
    .action(async (transaction) => {
      const id = await idOf(cli.api, 'transaction', transaction);
      cli.output.item(details, dataOf(await cli.api.GET('/api/transactions/{id}', { params: { path: { id } } })));
    });

const chainOption = (text: string) => ChainId.parse(text);

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
        else if (transactions.length === 1) output.item(details, found.transaction);
        else output.list(columns, transactions, transactions.length);
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
      const { api, output } = cli;
      const walletId = await idOf(api, 'wallet', wallet);
      const found = dataOf(await api.GET('/api/transactions/lookup', { params: { query: { hash, chain } } }));
      if (found.source === 'blockchain') {
        const body = ImportTransaction.parse({ ...found.transaction, walletId });
        output.item(details, dataOf(await api.POST('/api/transactions/import', { body })));
        return;
      }
      const recorded = found.transactions.find((each) => each.walletId === walletId);
      if (recorded === undefined) {
        throw new CommandError(
          'The transaction is recorded for another wallet. Start a backfill of its block to record it for this wallet.',
          EXIT.failed,
        );
      }
      output.item(details, recorded);
    });
