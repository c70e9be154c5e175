import * as z from 'zod';
import { AmountBounds, Direction } from '../../../values/fields.ts';
import { directionIs, someTransfer, transferTerms, valueUsdWithin } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';

/** Matches a transfer whose USD value is within bounds. Never matches a transfer without a known price. */
export const largeTransfer = ruleType(
  z.strictObject({ value_usd: AmountBounds, direction: Direction.optional() }),
  ({ value_usd, direction }) => ({
    ...someTransfer(...valueUsdWithin(value_usd), ...directionIs(direction)),
    terms: transferTerms('priced', direction),
  }),
);
