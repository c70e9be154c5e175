import * as z from 'zod';
import { paging } from '../values/fields.ts';

export const ChainInfo = z.object({
  id: z.string(),
  name: z.string(),
  family: z.enum(['evm', 'solana', 'xrp']),
  nativeSymbol: z.string(),
  nativeDecimals: z.number().int(),
  chainId: z.number().int().nullable(),
  confirmations: z.number().int(),
});

export const ChainQuery = z.strictObject(paging);

export const Health = z.object({ status: z.literal('ok'), stage: z.string(), version: z.string() });
