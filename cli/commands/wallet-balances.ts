import { type components, dataOf, usdFigure } from '../../sdk/index.ts';
import type { Wallet } from '../base/api-values.ts';
import type { Cli } from '../base/command.ts';
import { explain } from '../base/failures.ts';
import type { Cell, Columns } from '../output/text-table.ts';
import { amountCell } from './amount-cells.ts';

type Balance = components['schemas']['Balance'];

/** One request tells the balances of so many wallets. */
const MOST_SUMMED = 25;
/** The most balances of a wallet that are shown: strangers send tokens. */
const MOST_BALANCES = 100;

const usdOf = (valueUsd: string | null) =>
  valueUsd === null ? null : { whole: valueUsd, short: usdFigure(valueUsd).replace(/ USD$/, '') };

const balanceColumns: Columns<Balance> = {
  chain: ({ chain }) => chain,
  amount: ({ amount, asset }) => amountCell({ tokenAmount: amount, tokenSymbol: asset }),
  usd: ({ valueUsd }) => usdOf(valueUsd),
  status: ({ status }) => status,
  checked: ({ at }) => at,
  token: ({ tokenAddress }) => tokenAddress,
};

/** Prints what a wallet holds. */
export async function printBalances({ api, output }: Cli, id: string): Promise<void> {
  const params = { path: { id }, query: { pageSize: MOST_BALANCES } };
  const { data, meta } = dataOf(await api.GET('/api/wallets/{id}/balances', { params }));
  output.part('Balances', balanceColumns, data);
  if (data.length === 0) output.note('No balance is known yet.');
  if (data.length < meta.total) output.note(`${data.length} of ${meta.total} balances.`);
}

export type ValueColumn = (wallet: Wallet) => Cell;

/**
 * The value of what each wallet holds, for a terminal; undefined where one request cannot tell it. A pipe has the same
 * columns for any number of wallets.
 */
export async function valueColumn({ api, output }: Cli, wallets: readonly Wallet[]): Promise<ValueColumn | undefined> {
  if (output.terminal === undefined || wallets.length === 0 || wallets.length > MOST_SUMMED) return undefined;
  const walletIds = wallets.map(({ id }) => id).join(',');
  try {
    const { data } = dataOf(await api.GET('/api/balances', { params: { query: { walletIds } } }));
    const sums = new Map(data.map((sum) => [sum.walletId, sum]));
    return ({ id }) => {
      const { valueUsd = null, isComplete = true } = sums.get(id) ?? {};
      const value = usdOf(valueUsd);
      return value === null || isComplete ? value : { ...value, short: `≥ ${value.short}` };
    };
  } catch (error) {
    // The wallets are known, so that the list is worth showing.
    output.note(`The balances are not shown: ${explain(error).join('; ')}`);
    return undefined;
  }
}
