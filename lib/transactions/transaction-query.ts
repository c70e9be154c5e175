import * as z from 'zod';
import { AnyAddress } from '../chains/any-address.ts';
import { ChainId } from '../chains/registry.ts';
import { DecimalString } from '../values/decimal.ts';
import {
  Direction,
  InstantEndInput,
  InstantInput,
  ordered,
  PageMeta,
  pageOfSchema,
  paging,
  text,
} from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';
import { WalletTag } from '../wallets/schema.ts';
import { DestinationTag, Transaction, TxStatus, TxType, ValueStatus } from './schema.ts';

/** A tag as a number or its digits, or `none`. Text afterwards, because the filters of an export are stored as such. */
const TagFilter = z
  .unknown()
  .transform((given, ctx): string => {
    if (given === 'none') return given;
    const isDigits = typeof given === 'string' && /^\d{1,10}$/.test(given);
    const tag = DestinationTag.safeParse(isDigits ? Number(given) : given);
    if (tag.success) return String(tag.data);
    ctx.addIssue({ code: 'custom', message: 'must be a whole number from 0 to 4294967295, or none' });
    return z.NEVER;
  })
  .meta({ type: ['integer', 'string'], minimum: 0, maximum: 4_294_967_295, pattern: '^(none|\\d{1,10})$' });

const filters = {
  walletId: Uuid.optional(),
  walletTag: WalletTag.optional(),
  chain: ChainId.optional(),
  direction: Direction.optional(),
  tokenSymbol: z.string().min(1).max(64).optional(),
  status: TxStatus.optional(),
  txType: TxType.optional(),
  tag: z.string().min(1).max(64).optional().describe('A tag that the transaction has, exactly'),
  counterparty: AnyAddress.optional().describe('An address at either end of the transaction or of a transfer'),
  minValueUsd: DecimalString.optional().describe('Only transactions of at least this value in USD'),
  valueStatus: ValueStatus.optional(),
  destinationTag: TagFilter.optional().describe('A destination tag, or `none` for transactions without one'),
  reference: text(256).min(1).optional().describe('The whole value of a reference of the transaction'),
  lookalike: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: a counterparty looks like a known address and is another address'),
  from: InstantInput.optional(),
  to: InstantEndInput.optional(),
  includeReorged: z.enum(['true', 'false']).optional(),
};
const q = text(64)
  .min(1)
  .optional()
  .describe('The beginning of a hash, or words of the notes, of the label of the wallet and of text references');
export const TransactionFilters = ordered(z.strictObject({ ...filters, q })).meta({ id: 'TransactionFilters' });
/** The filters of an export, which may search. */
export type TransactionSearch = z.output<typeof TransactionFilters>;

/** The filters and the order of a list. A search for `q` is no part of them. */
export type TransactionFilters = Omit<z.output<typeof TransactionFilters>, 'q'> & { readonly sort?: string };
const listed = {
  ...filters,
  q,
  sort: z.enum(['-blockTimestamp', 'blockTimestamp']).optional().meta({ default: '-blockTimestamp' }),
};
export const TransactionQuery = ordered(z.strictObject({ ...paging, ...listed }));

/** A page of the list. `q`, and a tag of many wallets, search in parts: the answer says how far they came. */
export const TransactionPage = pageOfSchema(Transaction).extend({
  meta: PageMeta.extend({
    searched: z.number().int().optional().describe('In a search: how many transactions this request looked through'),
    totalIsExact: z.literal(false).optional().describe('In a search: false when `meta.next` continues it'),
  }),
});
