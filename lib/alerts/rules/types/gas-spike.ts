import * as z from 'zod';
import { AmountBounds } from '../../../values/fields.ts';
import { within } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';

/** Matches when the gas price in gwei is within bounds. Never matches on chains without a gas price (not EVM). */
export const gasSpike = ruleType(
  z.strictObject({ gas_price_gwei: AmountBounds }),
  ({ gas_price_gwei }) =>
    ({ gasPriceGwei }) => [
      {
        condition: 'gas_price_gwei',
        expected: gas_price_gwei,
        actual: gasPriceGwei,
        passed: within(gas_price_gwei, gasPriceGwei),
      },
    ],
  { matchesFailed: true },
);
