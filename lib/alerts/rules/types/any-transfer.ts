import * as z from 'zod';
import { someTransfer } from '../port/conditions.ts';
import { checkEnds, ends, endsAre, transferTerms } from '../port/ends.ts';
import { purpose, withPurpose } from '../port/purpose.ts';
import { ruleType } from '../port/rule-type.ts';

/** Matches any transfer that involves the wallet. */
export const anyTransfer = ruleType(checkEnds(z.strictObject({ ...ends, ...purpose })), (conditions) => ({
  ...withPurpose(conditions, someTransfer(...endsAre(conditions))),
  terms: transferTerms('transfer', conditions),
}));
