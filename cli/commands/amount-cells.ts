import { type components, figure, usdFigure } from '../../sdk/index.ts';
import { shortText } from '../output/plain-text.ts';
import type { Cell } from '../output/text-table.ts';

type Transaction = components['schemas']['Transaction'];

/** The amount of the headline. A stranger chooses the symbol. */
export function amountCell({ tokenAmount, tokenSymbol }: Pick<Transaction, 'tokenAmount' | 'tokenSymbol'>): Cell {
  const [whole, short] = [16, 8].map((most) => shortText(tokenSymbol, most));
  return { whole: `${tokenAmount} ${whole}`, short: `${figure(tokenAmount)} ${short}` };
}

/** The value in USD, or why there is none. The header of the column states the unit. */
export const usdCell = ({ valueUsd, valueStatus }: Pick<Transaction, 'valueUsd' | 'valueStatus'>): Cell =>
  valueUsd === null
    ? valueStatus
    : {
        whole: valueUsd,
        short: usdFigure(valueUsd)
          .replace(/^less than /, '<')
          .replace(/ USD$/, ''),
      };

/** The direction as a narrow list shows it. */
export const directionCell = ({ direction }: Pick<Transaction, 'direction'>): Cell => ({
  whole: direction,
  short: { inbound: 'in', outbound: 'out', internal: 'own' }[direction],
});
