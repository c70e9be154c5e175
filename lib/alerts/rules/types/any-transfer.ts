import * as z from 'zod';
import { Direction } from '../../../values/fields.ts';
import { directionIs, someTransfer, transferTerms } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';

/** Matches any transfer that involves the wallet. */
export const anyTransfer = ruleType(z.strictObject({ direction: Direction.optional() }), ({ direction }) => ({
  ...someTransfer(...directionIs(direction)),
  terms: transferTerms('transfer', direction),
}));
