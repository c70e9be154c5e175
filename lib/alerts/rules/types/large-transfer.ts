import * as z from 'zod';
import { AmountBounds, Direction } from '../../../values/fields.ts';
import {
  directionIs,
  someTransfer,
  transferTerms,
  UnknownValue,
  valueTerm,
  valueUsdWithin,
} from '../port/conditions.ts';
import { purpose, withPurpose } from '../port/purpose.ts';
import { ruleType } from '../port/rule-type.ts';

/** Matches a transfer whose USD value is within bounds. `unknown_value` says what a transfer without a value does. */
export const largeTransfer = ruleType(
  z.strictObject({ value_usd: AmountBounds, unknown_value: UnknownValue, direction: Direction.optional(), ...purpose }),
  ({ value_usd, unknown_value, direction, ...why }) => ({
    ...withPurpose(why, someTransfer(...valueUsdWithin(value_usd, unknown_value), ...directionIs(direction))),
    terms: transferTerms(valueTerm(value_usd, unknown_value), direction),
  }),
);
