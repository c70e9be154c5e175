import * as z from 'zod';
import type { AccountTag, BlockHeader, Chain, DecodedTransaction, Movement } from '../port/chain.ts';
import { type Amount, parseAmount, toDecimal, XRP } from './asset.ts';
import { heldIn } from './held-amounts.ts';
import { nftMovements } from './nft.ts';
import { type AffectedNode, Fields, Meta, type RawTransaction, Tag } from './schema.ts';
import { authorityOf } from './xrp-authority.ts';
import { type AssetChanges, balancesOf } from './xrp-balances.ts';
import { deviationsIn } from './xrp-deviations.ts';
import { arrivedAt, type Delivery, movementOf, movementsOf } from './xrp-movements.ts';
import { referencesOf } from './xrp-references.ts';

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
 * @param of the owners whose balances are compared with the movements. Without owners, all balances are compared.
 * @throws ZodError or Error when the transaction violates the protocol.
 */
export function decodeTransaction(
  chain: Chain,
  raw: RawTransaction,
  ledger: LedgerHeader,
  of?: ReadonlySet<string>,
): DecodedTransaction {
  const fields = Fields.parse(raw.fields);
  const meta = Meta.parse(raw.meta);
  const { Account, TransactionType, Fee, Delegate } = fields;
  const succeeded = meta.TransactionResult === 'tesSUCCESS';
  const balances = balancesOf(meta.AffectedNodes, { payer: Delegate ?? Account, fee: BigInt(Fee) });
  const delivery = succeeded ? deliveryOf(fields, meta, balances.changes) : null;
  const movements = succeeded
    ? [
        ...movementsOf(chain, balances.changes, delivery, heldIn(meta.AffectedNodes)),
        ...nftMovements(meta.AffectedNodes),
      ]
    : [];
  const delivered = delivery === null || isAlone(movements, delivery) ? null : movementOf(chain, delivery);
  const authority = succeeded ? authorityOf(fields, meta.AffectedNodes) : [];
  const signers = signersOf(fields);
  const deviations = deviationsIn(chain, balances, movements, of);
  return {
    ...located(chain, raw.hash, ledger),
    status: succeeded ? 'success' : 'failed',
    fromAddress: Account,
    toAddress: fields.Destination ?? null,
    kind: TRANSFERS.has(TransactionType) ? 'transfer' : 'contract_call',
    // A plain payment calls nothing. Every other type counts as a method of the ledger.
    methodName: TransactionType === 'Payment' ? null : TransactionType,
    feeAmount: toDecimal({ asset: XRP, units: BigInt(Fee) }),
    movements,
    ...(delivered !== null && { delivered }),
    ...(authority.length > 0 && { authority }),
    ...(signers.length > 0 && { signers }),
    ...referencesOf(fields, meta.AffectedNodes),
    accountTags: accountTagsOf(fields, meta.AffectedNodes),
    ...(deviations.length > 0 && { deviations }),
  };
}

/** Whether the delivery is the only movement. */
const isAlone = (movements: readonly Movement[], { from, to }: Delivery): boolean =>
  movements.length === 1 && movements.every((movement) => movement.from === from && movement.to === to);

/** The accounts that signed in place of the sender. */
const signersOf = ({ Delegate, Signers = [] }: Fields): string[] => [
  ...new Set([...(Delegate === undefined ? [] : [Delegate]), ...Signers.map(({ Signer }) => Signer.Account)]),
];

/** The fields that all transactions of a ledger share, and the hash. */
export const located = (chain: Chain, hash: string, { height, timestamp }: LedgerHeader) => ({
  chain: chain.id,
  hash,
  blockNumber: height,
  blockTimestamp: timestamp,
  methodSelector: null,
  gasPriceGwei: null,
});

/** The delivery of a payment; null for other transactions, and where only balances show the delivery. */
function deliveryOf(fields: Fields, meta: Meta, balances: readonly AssetChanges[]): Delivery | null {
  const { TransactionType, Account: from, Destination: to } = fields;
  if (TransactionType !== 'Payment' || to === undefined) return null;
  const amount = deliveredAmount(fields, meta, (asked) => arrivedAt(to, asked, balances));
  if (amount === null) return null;
  return amount.units > 0n ? { ...amount, from, to } : null;
}

/**
 * The delivered amount; null when no field states it. `Amount` is only the requested amount: a partial payment may
 * deliver far less. The ledger states a delivered amount that differs from `Amount`, but not in its first years, and a
 * server may leave the field out. So where no field states the amount, the balances decide.
 * @param arrived how much of an amount the destination received.
 * @see https://xrpl.org/docs/concepts/payment-types/partial-payments#the-delivered_amount-field
 */
function deliveredAmount(
  { Flags = 0, Amount, DeliverMax }: Fields,
  meta: Meta,
  arrived: (asked: Amount) => Amount,
): Amount | null {
  const stated = meta.delivered_amount ?? meta.DeliveredAmount;
  if (stated !== undefined) return parseAmount(stated);
  const asked = Amount ?? DeliverMax;
  if (asked === undefined) return null;
  return Flags & PARTIAL_PAYMENT ? arrived(parseAmount(asked)) : parseAmount(asked);
}

/** The entries in which a payment waits, with the tags of their owner and of their receiver. */
const WAITING: ReadonlySet<string> = new Set(['Escrow', 'Check', 'PayChannel']);

const Tags = z.object({
  Account: z.string(),
  SourceTag: Tag.optional().catch(undefined),
  Destination: z.string().optional(),
  DestinationTag: Tag.optional().catch(undefined),
});

/**
 * The tags that a transaction states for its sender and its receiver, and those that an escrow, a check or a payment
 * channel has kept for its owner and its receiver.
 */
function accountTagsOf(fields: Fields, nodes: readonly AffectedNode[]): AccountTag[] {
  const waiting = nodes.flatMap(({ CreatedNode, ModifiedNode, DeletedNode }) => {
    const entry = CreatedNode ?? ModifiedNode ?? DeletedNode;
    if (entry === undefined || !WAITING.has(entry.LedgerEntryType)) return [];
    return Tags.safeParse(entry.NewFields ?? entry.FinalFields).data ?? [];
  });
  const stated = [fields, ...waiting].flatMap(({ Account, SourceTag, Destination, DestinationTag }) => [
    ...(SourceTag === undefined ? [] : [{ address: Account, tag: SourceTag }]),
    ...(Destination === undefined || DestinationTag === undefined
      ? []
      : [{ address: Destination, tag: DestinationTag }]),
  ]);
  const byText = new Map(stated.map((each) => [`${each.address} ${each.tag}`, each]));
  return [...byText.values()];
}
