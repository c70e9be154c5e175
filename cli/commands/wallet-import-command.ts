import { addWallets, WALLET_COLUMNS } from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import { readInput } from '../base/read-input.ts';
import { GOES_ON, importRows } from './import-rows.ts';
import { warnOfUnwatched } from './unwatched-chains.ts';
import { readWalletRows, type WalletRow } from './wallet-rows.ts';

type GoodRow = Extract<WalletRow, { problem?: undefined }>;

export const walletImport = (cli: Cli) =>
  command('import', 'Add the wallets of a CSV file; each row has an outcome', [
    'wallet import - --json < wallets.csv',
    'wallet import deposits.csv --failed again.csv',
  ])
    .argument('<file>', `CSV with the columns ${WALLET_COLUMNS.join(',')}, or - for stdin`)
    .option('--failed <file>', 'write the rows that failed, and why, to this CSV file')
    .addHelpText(
      'after',
      '\nSeparate chains by spaces, semicolons or commas, and tags by semicolons. A wallet that exists on all of its ' +
        `chains is no failure, ${GOES_ON}`,
    )
    .action((file, { failed: failedFile }) =>
      importRows(cli, {
        rows: readWalletRows(readInput(file).toString('utf8')),
        isGood: (row): row is GoodRow => row.wallet !== undefined,
        send: (rows, options) => addWallets(cli.api, rows, options),
        columns: WALLET_COLUMNS,
        failedFile,
        added: async (rows) => {
          const chains = rows.flatMap(({ wallet }) => wallet.chains);
          if (chains.length > 0) await warnOfUnwatched(cli, chains);
        },
      }),
    );
