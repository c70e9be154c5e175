import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import { Instant } from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';
import { DestinationTag, Reference, Transaction, Transfer, TxStatus, TxType } from './schema.ts';

export const LookupQuery = z.strictObject({ hash: z.string().min(1).max(128), chain: ChainId.optional() });

/** The answer of a lookup on the chain: a body that the import endpoint takes, and further fields. */
export const LookupAnswer = z
  .union([
    z.object({
      source: z.literal('database'),
      transaction: Transaction,
      transactions: z.array(Transaction),
    }),
    z.object({
      source: z.literal('blockchain'),
      transaction: z.object({
        walletId: Uuid.optional(),
        hash: z.string(),
        chain: z.string(),
        blockNumber: z.number().int(),
        blockTimestamp: Instant,
        fromAddress: z.string(),
        toAddress: z.string().optional(),
        valueDecimal: z.string(),
        tokenSymbol: z.string(),
        txType: TxType,
        status: TxStatus,
      }),
      summary: z.string().describe('As in `Transaction`. Without a wallet of the organisation: as the sender sees it'),
      transfers: z.array(Transfer),
      status: TxStatus,
      destinationTag: DestinationTag.nullable(),
      references: z.array(Reference),
      gasPriceGwei: z.string().nullable(),
      methodName: z.string().nullable(),
    }),
  ])
  .meta({ id: 'Lookup' });
