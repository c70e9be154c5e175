import * as z from 'zod';
import type { BlockHeader } from '../port/chain.ts';
import { Hash, isObject, LedgerIndex, type RawTransaction, Refusal, RippleTime, Transaction } from './schema.ts';

/**
 * The answers of the method `ledger`. The reader accepts only validated ledgers, because other ledgers can still
 * change.
 */

const Header = z.object({
  ledger_index: LedgerIndex,
  ledger_hash: Hash,
  parent_hash: Hash,
  close_time: RippleTime,
});
const headerOf = (ledger: z.output<typeof Header>): BlockHeader => ({
  height: ledger.ledger_index,
  hash: ledger.ledger_hash,
  parentHash: ledger.parent_hash,
  parentHeight: ledger.ledger_index - 1,
  timestamp: ledger.close_time,
});
const Validated = z.object({ validated: z.literal(true), ledger: Header });

/** The index of the newest validated ledger. */
export const HeadAnswer = z.union([Validated.transform(({ ledger }) => ledger.ledger_index), Refusal]);

/**
 * The header of this ledger.
 * @param notFound called when the server answers that it lacks the ledger, before the parser refuses the answer.
 */
export function headerAnswer(height: number, notFound: () => void) {
  const NotFound = z.object({ error: z.literal('lgrNotFound') }).transform((): never => {
    notFound();
    throw new Error('the server has no such ledger');
  });
  const ThisOne = Validated.transform(({ ledger }) => headerOf(ledger)).refine(
    (header) => header.height === height,
    'is another ledger',
  );
  return z.union([ThisOne, NotFound, Refusal]);
}

/** A whole ledger. */
export interface Ledger extends BlockHeader {
  /** In the order in which the ledger applied them. */
  readonly transactions: readonly RawTransaction[];
}

const EMPTY_TREE = '0'.repeat(64);

const Whole = Header.extend({
  /** Root of the tree of the transactions and their metadata. */
  transaction_hash: Hash,
  transactions: z.array(Transaction),
});

const Complete = z.object({ validated: z.literal(true), ledger: Whole }).transform(({ ledger }, ctx): Ledger => {
  const fault = faultOf(ledger);
  if (fault === undefined) return { ...headerOf(ledger), transactions: ledger.transactions.toSorted(byPlace) };
  ctx.addIssue({ code: 'custom', message: fault });
  return z.NEVER;
});

/**
 * This ledger with all of its transactions and their metadata, from a request with `transactions` and `expand`.
 *
 * Each transaction states its place in the ledger, from 0 on. When every place is taken, only transactions at the end
 * can be missing. The root of the tree would also show such missing transactions. But that check would serialise each
 * transaction and its metadata into the binary form, which costs many times the parsing. So the root only shows whether
 * the ledger is empty.
 * @throws Error from its parser when the server refused.
 */
export const ledgerAnswer = (height: number) =>
  z.union([Complete.refine((ledger) => ledger.height === height, 'is another ledger'), Refusal]);

function faultOf({ transactions, ledger_hash, transaction_hash }: z.output<typeof Whole>): string | undefined {
  if ((transactions.length === 0) !== (transaction_hash === EMPTY_TREE)) return 'does not hold its transactions';
  if (transactions.some(({ ledgerHash = ledger_hash }) => ledgerHash !== ledger_hash)) {
    return 'holds a transaction of another ledger';
  }
  const places = new Set(transactions.map(placeOf));
  const isWhole = transactions.every((_, place) => places.has(place));
  return isWhole ? undefined : 'lacks a transaction or its metadata';
}

/**
 * The place of a transaction in the ledger, from its metadata: servers list transactions by hash. NaN when the metadata
 * lacks the place.
 */
const placeOf = ({ meta }: RawTransaction): number =>
  isObject(meta) && typeof meta.TransactionIndex === 'number' ? meta.TransactionIndex : Number.NaN;

const byPlace = (a: RawTransaction, b: RawTransaction): number => placeOf(a) - placeOf(b);
