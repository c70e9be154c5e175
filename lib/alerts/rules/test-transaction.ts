import * as z from 'zod';
import {
  Approval,
  AuthorityChange,
  DestinationTag,
  Omitted,
  Reference,
  Source,
  StoredTransaction,
  Transfer,
  TxStatus,
  TxType,
  ValueStatus,
} from '../../transactions/schema.ts';
import { withSide } from '../../transactions/transfer-side.ts';
import { DecimalString } from '../../values/decimal.ts';
import { Direction, InstantInput } from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import { WalletSummary } from '../../wallets/schema.ts';
import { sameAddress } from './port/conditions.ts';
import type { Evaluated } from './port/rule-type.ts';

/**
 * A transaction given inline to a rule test, in the form of a stored record. Omitted fields take the value that an
 * import would give them. Without `transfers`, the one transfer is built from the record's own fields.
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
    valueStatus: ValueStatus,
    methodName: z.string().max(256).nullable().default(null),
    gasPriceGwei: DecimalString.nullable().default(null),
    feeAmount: DecimalString.default('0'),
    destinationTag: DestinationTag.nullable().default(null),
    references: z
      .array(
        z.strictObject({
          ...Reference.shape,
          value: z.string().max(256),
          encoding: Reference.shape.encoding.default('text'),
          truncated: z.boolean().default(false),
        }),
      )
      .max(10)
      .default([]),
    transfers: z
      .array(
        z.strictObject({
          ...Transfer.shape,
          amount: DecimalString,
          valueUsd: DecimalString.nullable(),
          origin: Transfer.shape.origin.default('value'),
        }),
      )
      .max(1000),
    omitted: Omitted,
    verified: z.boolean(),
    notes: z.string(),
    tags: z.array(z.string()).max(20),
    annotatedBy: z.string().max(512).nullable(),
    annotatedByName: z.string().max(2000).nullable(),
    detail: StoredTransaction.shape.detail.default('full'),
    approvals: z
      .array(z.strictObject({ ...Approval.shape, amount: DecimalString.nullable() }))
      .max(1000)
      .default([]),
    authority: z.array(z.strictObject(AuthorityChange.shape)).max(1000).default([]),
    source: Source,
    createdAt: InstantInput,
    reorged: z.boolean(),
    wallet: WalletSummary,
    fromLabel: z.string().max(2000).nullable(),
    toLabel: z.string().max(2000).nullable(),
    summary: z.string().max(2000),
  })
  .partial({
    id: true,
    walletId: true,
    blockTimestamp: true,
    transfers: true,
    valueStatus: true,
    omitted: true,
    verified: true,
    notes: true,
    tags: true,
    annotatedBy: true,
    annotatedByName: true,
    source: true,
    createdAt: true,
    reorged: true,
    wallet: true,
    fromLabel: true,
    toLabel: true,
    summary: true,
  });
export type TestTransaction = z.output<typeof TestTransaction>;

/**
 * Converts the inline transaction for the evaluation. `id` and `at` replace an omitted id and an omitted time.
 * @param wallet the address of the wallet; null when the transaction names no known wallet. Every approval is then an
 *   approval by the wallet, and the wallet may be either end of an internal transfer.
 */
export function evaluatedOf(given: TestTransaction, id: string, at: Date, wallet: string | null): Evaluated {
  const stated = given.transfers ?? (given.status === 'failed' ? [] : [transferOf(given)]);
  return {
    ...given,
    id: given.id ?? id,
    walletId: given.walletId ?? id,
    blockTimestamp: given.blockTimestamp ?? at.toISOString(),
    methodSelector: null,
    sender: null,
    called: null,
    transfers: stated.map((transfer) => withSide(transfer, wallet ?? undefined)),
    approvals: given.approvals.map((approval) => ({
      ...approval,
      isOwner: wallet === null || sameAddress(approval.owner, wallet),
    })),
  };
}

const transferOf = (given: TestTransaction): Transfer => ({
  asset: given.tokenSymbol,
  tokenAddress: null,
  tokenId: null,
  standard: 'native',
  from: given.fromAddress,
  to: given.toAddress ?? '',
  amount: given.tokenAmount,
  valueUsd: given.valueUsd,
  direction: given.direction,
  origin: 'value',
  lookalike: null,
});
