import * as z from 'zod';
import { familyNames } from '../chains/registry.ts';
import { paging } from '../values/fields.ts';

export const ChainInfo = z
  .object({
    id: z.string(),
    name: z.string(),
    family: z.enum(familyNames),
    nativeSymbol: z.string(),
    nativeDecimals: z.number().int(),
    chainId: z.number().int().nullable(),
    confirmations: z.number().int(),
    wrappedToken: z.string().nullable(),
    explorer: z
      .url()
      .nullable()
      .describe('This text and the hash of a transaction are the page of the transaction in a public explorer.'),
    addressExplorer: z.url().nullable().describe('The page of an address, in the same way.'),
  })
  .meta({ id: 'Chain' });

export const ChainQuery = z.strictObject(paging);
