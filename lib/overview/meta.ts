import * as z from 'zod';
import { type Chain, familyNames } from '../chains/registry.ts';
import { paging } from '../values/fields.ts';

const UsedPrices = z
  .object({
    source: z
      .enum(['live', 'fixed'])
      .describe('`live`: the price sources on the network. `fixed`: the prices of a local stack, the same every day'),
    nativeUsd: z.string().nullable().describe('The fixed price of the native coin; null if live, or without a price'),
  })
  .meta({ id: 'UsedPrices' });

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
    prices: UsedPrices.describe('Where the USD values of the chain come from.'),
  })
  .meta({ id: 'Chain' });

export const ChainQuery = z.strictObject(paging);

/** The prices of native coins in a table of fixed prices. `fixedPrices` checks the whole table. */
const FixedTable = z.record(z.string(), z.looseObject({ native: z.string().optional() }));

/**
 * The prices that the values of a chain come from.
 * @param setting `PRICE_SOURCE`.
 */
export function usedPrices(setting: string): (chain: Pick<Chain, 'id' | 'priceId'>) => z.output<typeof UsedPrices> {
  if (setting === 'live') return () => ({ source: 'live', nativeUsd: null });
  const table = FixedTable.parse(JSON.parse(setting));
  // The coin of a test network is worth nothing, whatever the table says.
  const nativeOf = ({ id, priceId }: Pick<Chain, 'id' | 'priceId'>) => (priceId === null ? null : table[id]?.native);
  return (chain) => ({ source: 'fixed', nativeUsd: nativeOf(chain) ?? null });
}
