import * as z from 'zod';
import { Transfer, TxStatus, TxType } from '../../transactions/schema.ts';
import { DecimalString } from '../../values/decimal.ts';
import { Direction, InstantInput } from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import { WalletSummary } from '../../wallets/schema.ts';
import type { Evaluated } from './port/rule-type.ts';

/**
 * A transaction given inline to a rule test, in the form of a stored record. Omitted fields take the value that an
 * import would give them. Without `transfers`, the primary transfer is built from the record's own fields.
 */
export const TestTransaction = z
  .strictObject({
    id: Uuid,
    walletId: Uuid,
    hash: z.string().max(128).default(''),
    chain: z.string().max(64).default('ethereum'),
    blockNumber: z.number().int().nonnegative().default(0),
    blockTimestamp: InstantInput,
    direction: Direction.default('inbound'),
    txType: TxType.default('transfer'),
    status: TxStatus.default('success'),
    fromAddress: z.string().max(128).default(''),
    toAddress: z.string().max(128).nullable().default(null),
    tokenSymbol: z.string().max(64).default(''),
    tokenAmount: DecimalString.default('0'),
    valueUsd: DecimalString.nullable().default(null),
    methodName: z.string().max(256).nullable().default(null),
    gasPriceGwei: DecimalString.nullable().default(null),
    feeAmount: DecimalString.default('0'),
    transfers: z
      .array(z.strictObject({ ...Transfer.shape, amount: DecimalString, valueUsd: DecimalString.nullable() }))
      .max(1000),
    notes: z.string(),
    tags: z.array(z.string()).max(20),
    source: z.enum(['import', 'watch']),
    createdAt: InstantInput,
    reorged: z.boolean(),
    wallet: WalletSummary,
  })
  .partial({
    id: true,
    walletId: true,
    blockTimestamp: true,
    transfers: true,
    notes: true,
    tags: true,
    source: true,
    createdAt: true,
    reorged: true,
    wallet: true,
  });
export type TestTransaction = z.output<typeof TestTransaction>;

/** Converts the inline transaction for the evaluation. `id` and `at` replace an omitted id and an omitted time. */
export function evaluatedOf(given: TestTransaction, id: string, at: Date): Evaluated {
  const transfers = given.transfers ?? (given.status === 'failed' ? [] : [primaryOf(given)]);
  return {
    ...given,
    id: given.id ?? id,
    walletId: given.walletId ?? id,
    blockTimestamp: given.blockTimestamp ?? at.toISOString(),
    methodSelector: null,
    sender: null,
    called: null,
    transfers,
  };
}

const primaryOf = (given: TestTransaction): Transfer => ({
  asset: given.tokenSymbol,
  tokenAddress: null,
  tokenId: null,
  standard: 'native',
  from: given.fromAddress,
  to: given.toAddress ?? '',
  amount: given.tokenAmount,
  valueUsd: given.valueUsd,
  direction: given.direction,
});
