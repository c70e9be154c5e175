import * as z from 'zod';
import { Direction } from '../../../values/fields.ts';
import { directionIs, someTransfer } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';

/** Matches any transfer that involves the wallet. */
export const anyTransfer = ruleType(
  z.strictObject({ direction: Direction.optional() }),
  ({ direction }) =>
    (transaction) =>
      someTransfer(transaction, directionIs(direction)),
);
