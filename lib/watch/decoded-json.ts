import * as z from 'zod';
import {
  AUTHORITY_KINDS,
  DETAILS,
  type DecodedTransaction,
  ORIGINS,
  REFERENCE_ENCODINGS,
  REFERENCE_KINDS,
} from '../chains/port/chain.ts';

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

const Approval = z.object({
  standard: z.string(),
  asset: z.string(),
  tokenAddress: z.string(),
  tokenId: z.string().nullable(),
  owner: z.string(),
  spender: z.string(),
  amount: z.string().nullable(),
  unlimited: z.boolean(),
  approved: z.boolean(),
  expiresAt: z.string().nullable(),
});

const AuthorityChange = z.object({
  kind: z.enum(AUTHORITY_KINDS),
  subject: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  holder: z.string().optional(),
});

const Reference = z.object({
  kind: z.enum(REFERENCE_KINDS),
  value: z.string(),
  encoding: z.enum(REFERENCE_ENCODINGS),
  truncated: z.boolean(),
});

const Operation = z.object({
  account: z.string(),
  paymaster: z.string().nullable(),
  status: z.enum(['success', 'failed']),
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
  status: z.enum(['success', 'failed']),
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
  authority: z.array(AuthorityChange).optional(),
  accountTags: z.array(z.object({ address: z.string(), tag: z.int() })).optional(),
  destinationTag: z.int().optional(),
  references: z.array(Reference).optional(),
  detail: z.enum(DETAILS).optional(),
});
