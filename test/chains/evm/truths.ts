import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Token = z.object({
  standard: z.enum(['ERC-20', 'ERC-721', 'ERC-1155']),
  contract: z.string(),
  symbol: z.string().nullish(),
  decimals: z.number().nullish(),
  from: z.string(),
  to: z.string(),
  raw: z.string().optional(),
  amount: z.string().nullish(),
  tokenId: z.string().optional(),
});

const Truth = z.object({
  hash: z.string(),
  blockNumber: z.number(),
  blockTimestamp: z.string(),
  status: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  contractAddress: z.string().nullable(),
  nativeWei: z.string(),
  selector: z.string().nullable(),
  signature: z.string().nullable(),
  gasPriceWei: z.string(),
  /** The fee for gas, without `l1FeeWei`. */
  feeWei: z.string(),
  l1FeeWei: z.string().default('0'),
  tokenTransfers: z.array(Token),
  txType: z.string().optional(),
});
export type Truth = z.output<typeof Truth>;

/** What other sources say of the recorded transactions. */
export const truths = z
  .array(z.object({ file: z.string(), why: z.string(), truth: Truth }))
  .parse(JSON.parse(readFileSync(new URL('../../fixtures/evm/expected.json', import.meta.url), 'utf8')));
