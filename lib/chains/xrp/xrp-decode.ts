import type { BlockHeader, Chain, DecodedTransaction } from '../port/chain.ts';
import { type Amount, parseAmount, toDecimal, XRP } from './asset.ts';
import { Fields, Meta, type RawTransaction } from './schema.ts';
import { balanceChanges } from './xrp-balances.ts';
import { type Delivery, movementsOf } from './xrp-movements.ts';

/** The index of a transaction's ledger and the ISO 8601 time at which the ledger closed. */
export type LedgerHeader = Pick<BlockHeader, 'height' | 'timestamp'>;

/** Types whose only purpose is to move value to another account. Other types trade, lock, lend or administer. */
const TRANSFERS: ReadonlySet<string> = new Set(['Payment', 'AccountDelete', 'CheckCash', 'Clawback']);

/** The flag of a Payment that may deliver less than its amount. */
const PARTIAL_PAYMENT = 0x00020000;

/**
 * Decodes a transaction of a validated ledger. Pure: a lookup and a scan of whole ledgers give the same result.
 *
 * The movements come from the changed entries, not from the requested amounts. A transaction without `tesSUCCESS` only
 * pays its fee. Amounts of multi-purpose tokens are in the smallest unit, as in the ledger.
 * @throws ZodError or Error when the transaction violates the protocol.
 */
export function decodeTransaction(chain: Chain, raw: RawTransaction, ledger: LedgerHeader): DecodedTransaction {
  const fields = Fields.parse(raw.fields);
  const meta = Meta.parse(raw.meta);
  const { Account, TransactionType, Fee, Delegate } = fields;
  const succeeded = meta.TransactionResult === 'tesSUCCESS';
  const balances = succeeded ? balanceChanges(meta.AffectedNodes, Delegate ?? Account, BigInt(Fee)) : [];
  return {
    ...located(chain, raw.hash, ledger),
    status: succeeded ? 'success' : 'failed',
    fromAddress: Account,
    toAddress: fields.Destination ?? null,
    kind: TRANSFERS.has(TransactionType) ? 'transfer' : 'contract_call',
    // A plain payment calls nothing. Every other type counts as a method of the ledger.
    methodName: TransactionType === 'Payment' ? null : TransactionType,
    feeAmount: toDecimal({ asset: XRP, units: BigInt(Fee) }),
    movements: succeeded ? movementsOf(chain, balances, deliveryOf(fields, meta)) : [],
  };
}

/** The fields that all transactions of a ledger share, and the hash. */
export const located = (chain: Chain, hash: string, { height, timestamp }: LedgerHeader) => ({
  chain: chain.id,
  hash,
  blockNumber: height,
  blockTimestamp: timestamp,
  methodSelector: null,
  gasPriceGwei: null,
});

/**
 * The delivery of a payment to another account; null for other transactions, and where only balances show the delivery.
 */
function deliveryOf(fields: Fields, meta: Meta): Delivery | null {
  const { TransactionType, Account: from, Destination: to } = fields;
  const amount = deliveredAmount(fields, meta);
  if (TransactionType !== 'Payment' || to === undefined || to === from || amount === null) return null;
  return amount.units > 0n ? { ...amount, from, to } : null;
}

/**
 * The delivered amount; null when no field states it. `Amount` is only the requested amount: a partial payment may
 * deliver far less. Where the server does not state the delivered amount, the ledger states an amount that differs from
 * `Amount`, except in ledgers from before 2014.
 * @see https://xrpl.org/docs/concepts/payment-types/partial-payments#the-delivered_amount-field
 */
function deliveredAmount({ Flags = 0, Amount, DeliverMax }: Fields, meta: Meta): Amount | null {
  const asked = Flags & PARTIAL_PAYMENT ? undefined : (Amount ?? DeliverMax);
  const amount = meta.delivered_amount ?? meta.DeliveredAmount ?? asked;
  return amount === undefined ? null : parseAmount(amount);
}
