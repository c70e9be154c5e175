import * as z from 'zod';
import { Direction } from '../../fields.ts';
import { directionIs, someTransfer } from '../conditions.ts';
import { ruleType } from '../rule-type.ts';

/** Any transfer that involves the wallet. */
export const anyTransfer = ruleType(
  z.strictObject({ direction: Direction.optional() }),
  ({ direction }) =>
    (transaction) =>
      someTransfer(transaction, directionIs(direction)),
);
