import * as z from 'zod';
import { DETAILS, type DecodedTransaction, ORIGINS } from '../chains/port/chain.ts';
import { Approval, AuthorityChange, Reference, TxStatus } from '../transactions/schema.ts';

const Share = z.object({ from: z.string(), amount: z.string() });

const Movement = z.object({
  asset: z.string(),
  tokenAddress: z.string().nullable(),
  tokenId: z.string().nullable(),
  standard: z.string(),
  from: z.string(),
  to: z.string(),
  amount: z.string(),
  shares: z.tuple([Share], Share).optional(),
  isRaw: z.literal(true).optional(),
  seenBy: z.enum(['sender', 'receiver']).optional(),
  isMint: z.literal(true).optional(),
  isRent: z.literal(true).optional(),
  isHeld: z.literal(true).optional(),
  origin: z.enum(ORIGINS).optional(),
});

const Operation = z.object({
  account: z.string(),
  paymaster: z.string().nullable(),
  status: TxStatus,
  calls: z.array(
    z.object({
      to: z.string(),
      kind: z.enum(['transfer', 'contract_call']),
      methodName: z.string().nullable(),
      methodSelector: z.string().nullable(),
    }),
  ),
});

/**
 * A decoded transaction as the table holds it until it is recorded. Leaves out the deviations, which the scan reports.
 */
export const DecodedJson: z.ZodType<DecodedTransaction> = z.object({
  chain: z.string(),
  hash: z.string(),
  blockNumber: z.int(),
  blockTimestamp: z.string(),
  status: TxStatus,
  fromAddress: z.string(),
  toAddress: z.string().nullable(),
  kind: z.enum(['transfer', 'contract_call', 'contract_deploy']),
  methodName: z.string().nullable(),
  methodSelector: z.string().nullable(),
  gasPriceGwei: z.string().nullable(),
  feeAmount: z.string(),
  movements: z.array(Movement),
  minter: z.string().optional(),
  delivered: Movement.optional(),
  signers: z.array(z.string()).optional(),
  approvals: z.array(Approval).optional(),
  operations: z.array(Operation).optional(),
  authority: z.array(AuthorityChange.extend({ holder: z.string().optional() })).optional(),
  accountTags: z.array(z.object({ address: z.string(), tag: z.int() })).optional(),
  destinationTag: z.int().optional(),
  references: z.array(Reference).optional(),
  detail: z.enum(DETAILS).optional(),
});
