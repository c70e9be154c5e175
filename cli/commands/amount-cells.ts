import { type components, figure, usdFigure } from '../../sdk/index.ts';
import { shortText } from '../output/plain-text.ts';
import type { Cell } from '../output/text-table.ts';

type Transaction = components['schemas']['Transaction'];

/** The amount of the headline. A stranger chooses the symbol. */
export function amountCell({ tokenAmount, tokenSymbol }: Pick<Transaction, 'tokenAmount' | 'tokenSymbol'>): Cell {
  const symbol = shortText(tokenSymbol, 16);
  return { whole: `${tokenAmount} ${symbol}`, short: `${figure(tokenAmount)} ${symbol}` };
}

/** The value in USD, or why there is none. */
export const usdCell = ({ valueUsd, valueStatus }: Pick<Transaction, 'valueUsd' | 'valueStatus'>): Cell =>
  valueUsd === null ? valueStatus : { whole: valueUsd, short: usdFigure(valueUsd) };
