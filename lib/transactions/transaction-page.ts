import * as z from 'zod';
import { PageMeta, pageOfSchema } from '../values/fields.ts';
import { Transaction } from './schema.ts';

/** A page of the list. `q` searches in parts, so the answer says how far the search came. */
export const TransactionPage = pageOfSchema(Transaction).extend({
  meta: PageMeta.extend({
    searched: z.number().int().optional().describe('With `q`: how many transactions this request looked through'),
    totalIsExact: z.literal(false).optional().describe('With `q`: false when `meta.next` continues the search'),
  }),
});
