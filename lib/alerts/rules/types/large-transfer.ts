import * as z from 'zod';
import { AmountBounds } from '../../../values/fields.ts';
import { someTransfer, UnknownValue, valueTerm, valueUsdWithin } from '../port/conditions.ts';
import { checkEnds, ends, endsAre, transferTerms } from '../port/ends.ts';
import { purpose, withPurpose } from '../port/purpose.ts';
import { ruleType } from '../port/rule-type.ts';

/** Matches a transfer whose USD value is within bounds. `unknown_value` says what a transfer without a value does. */
export const largeTransfer = ruleType(
  checkEnds(z.strictObject({ ...ends, value_usd: AmountBounds, unknown_value: UnknownValue, ...purpose })),
  ({ value_usd, unknown_value, ...conditions }) => ({
    ...withPurpose(conditions, someTransfer(...valueUsdWithin(value_usd, unknown_value), ...endsAre(conditions))),
    terms: transferTerms(valueTerm(value_usd, unknown_value), conditions),
  }),
);
