import * as z from 'zod';
import { AmountBounds } from '../../../values/fields.ts';
import { every, type Test, test, within } from '../port/conditions.ts';
import { type Evaluated, ruleType } from '../port/rule-type.ts';

/** Matches when the gas price in gwei is within bounds. Never matches on chains without a gas price (not EVM). */
export const gasSpike = ruleType(
  z.strictObject({ gas_price_gwei: AmountBounds }),
  ({ gas_price_gwei }) => {
    const isWithin: Test<Evaluated> = test(
      'gas_price_gwei',
      gas_price_gwei,
      ({ gasPriceGwei }) => gasPriceGwei,
      ({ gasPriceGwei }) => within(gas_price_gwei, gasPriceGwei),
    );
    return { ...every(isWithin), terms: ['gas'] };
  },
  { matchesFailed: true },
);
