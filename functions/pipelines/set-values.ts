import { deps } from '../../lib/platform/deps.ts';
import { configuredPrices } from '../../lib/prices/price-wiring.ts';
import { setValues } from '../../lib/transactions/valuation/run-valuation.ts';
import { memo } from '../../lib/values/memo.ts';

const work = memo(() => ({ ...deps(), prices: configuredPrices(deps()) }));

/** Each minute: asks again for the prices that failed, and sets the values of the records that wait. */
export const handler = () => setValues(work());
