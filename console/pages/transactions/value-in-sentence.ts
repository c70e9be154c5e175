import { type components, usdFigure } from '../../../sdk/index.ts';

type Told = Pick<components['schemas']['Transaction'], 'summary' | 'valueUsd'>;

/** The sentence of a transaction without its value in USD, which stands in a column of its own. */
export const withoutValue = ({ summary, valueUsd }: Told): string =>
  valueUsd === null ? summary : summary.replace(` (${usdFigure(valueUsd)})`, '');
