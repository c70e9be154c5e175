import * as z from 'zod';
import { Direction } from '../../../values/fields.ts';
import { directionIs, someTransfer, transferTerms } from '../port/conditions.ts';
import { purpose, withPurpose } from '../port/purpose.ts';
import { ruleType } from '../port/rule-type.ts';

/** Matches any transfer that involves the wallet. */
export const anyTransfer = ruleType(
  z.strictObject({ direction: Direction.optional(), ...purpose }),
  ({ direction, ...why }) => ({
    ...withPurpose(why, someTransfer(...directionIs(direction))),
    terms: transferTerms('transfer', direction),
  }),
);
