import type { BlockHeader, Chain, DecodedTransaction } from '../port/chain.ts';
import { type Amount, parseAmount, toDecimal, XRP } from './asset.ts';
import { Fields, Meta, type RawTransaction } from './schema.ts';
import { balanceChanges } from './xrp-balances.ts';
import { type Delivery, movementsOf } from './xrp-movements.ts';

/** The ledger a transaction is in: its index, and when it closed, in ISO 8601. */
export type LedgerHeader = Pick<BlockHeader, 'height' | 'timestamp'>;

/** Types whose whole purpose is to move value to somebody. The others trade, lock, lend or administer. */
const TRANSFERS: ReadonlySet<string> = new Set(['Payment', 'AccountDelete', 'CheckCash', 'Clawback']);

/** The flag of a Payment that says that less than its amount may have arrived. */
const PARTIAL_PAYMENT = 0x00020000;

/**
 * Decodes a transaction of a validated ledger. Pure: a look-up and a scan of whole ledgers give the same.
 *
 * What moved is read from the entries it changed, not from what it asked for. Of a result that is not `tesSUCCESS` a
 * ledger keeps the fee alone. Amounts of multi-purpose tokens are in their smallest unit, as the ledger writes them.
 * @throws ZodError or RangeError when the transaction is not made as the protocol says.
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
    // A plain payment calls nothing; every other type is a method of the ledger.
    methodName: TransactionType === 'Payment' ? null : TransactionType,
    feeAmount: toDecimal({ asset: XRP, units: BigInt(Fee) }),
    movements: succeeded ? movementsOf(chain, balances, deliveryOf(fields, meta)) : [],
  };
}

/** What is the same of every transaction of a ledger. */
export const located = (chain: Chain, hash: string, { height, timestamp }: LedgerHeader) => ({
  chain: chain.id,
  hash,
  blockNumber: height,
  blockTimestamp: timestamp,
  methodSelector: null,
  gasPriceGwei: null,
});

/** What a payment to somebody else delivered; null where it is none, or where it can only be told from balances. */
function deliveryOf(fields: Fields, meta: Meta): Delivery | null {
  const { TransactionType, Account: from, Destination: to } = fields;
  const amount = deliveredAmount(fields, meta);
  if (TransactionType !== 'Payment' || to === undefined || to === from || amount === null) return null;
  return amount.units > 0n ? { ...amount, from, to } : null;
}

/**
 * `Amount` is only what was asked for: a partial payment may deliver next to nothing of it. A server that does not name
 * what was delivered leaves it to the ledger, which does where it differs; one from before 2014 does not at all.
 * @see https://xrpl.org/docs/concepts/payment-types/partial-payments#the-delivered_amount-field
 */
function deliveredAmount({ Flags = 0, Amount, DeliverMax }: Fields, meta: Meta): Amount | null {
  const asked = Flags & PARTIAL_PAYMENT ? undefined : (Amount ?? DeliverMax);
  const amount = meta.delivered_amount ?? meta.DeliveredAmount ?? asked;
  return amount === undefined ? null : parseAmount(amount);
}
