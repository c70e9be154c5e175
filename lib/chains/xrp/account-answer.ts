import * as z from 'zod';
import { Hash, Integer, LedgerIndex, Refusal } from './schema.ts';

/** The request in an answer. rippled repeats the parameters; Clio repeats the whole call. */
const Asked = z.object({ ledger_hash: Hash });
const Request = z.union([Asked, z.object({ params: z.tuple([Asked]) }).transform(({ params: [asked] }) => asked)]);

/**
 * The answer of the method `account_info` for this account in the ledger with this hash: the balance in drops, 0 for no
 * account. Each answer must name the ledger. Clio names the ledger of a missing account in the repeated request alone.
 * @throws Error from its parser when the server refused.
 */
export function accountAnswer(account: string, { height, hash }: { readonly height: number; readonly hash: string }) {
  const ThisLedger = Hash.refine((named) => named === hash, 'is another ledger');
  const Found = z
    .object({
      validated: z.literal(true),
      ledger_hash: ThisLedger,
      ledger_index: LedgerIndex.refine((index) => index === height, 'is another ledger'),
      account_data: z.object({
        Account: z.literal(account),
        Balance: Integer.transform(BigInt),
      }),
    })
    .transform(({ account_data }) => account_data.Balance);
  const Missing = z
    .object({
      error: z.literal('actNotFound'),
      ledger_hash: Hash.optional(),
      request: Request.optional().catch(undefined),
    })
    .refine(({ ledger_hash, request }) => (ledger_hash ?? request?.ledger_hash) === hash, 'is another ledger');
  return z.union([Found, Missing.transform(() => 0n), Refusal]);
}
