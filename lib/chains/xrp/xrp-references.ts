import * as z from 'zod';
import type { DecodedTransaction, Reference } from '../port/chain.ts';
import { MOST_REFERENCES, memoOf, statedReference } from '../port/references.ts';
import { type AffectedNode, type Fields, Tag } from './schema.ts';

/** The ledger entries that a payment of an earlier transaction waits in, with the type that pays it out. */
const PAID_FROM: Readonly<Record<string, string>> = {
  EscrowFinish: 'Escrow',
  CheckCash: 'Check',
  PaymentChannelClaim: 'PayChannel',
};

/**
 * The destination tag and the references of a transaction. `MemoData` alone is the memo: `MemoType` and `MemoFormat`
 * say how a program reads the memo.
 */
export function referencesOf(
  fields: Pick<Fields, 'TransactionType' | 'DestinationTag' | 'SourceTag' | 'InvoiceID' | 'Memos'>,
  nodes: readonly AffectedNode[],
): Pick<DecodedTransaction, 'destinationTag' | 'references'> {
  const { SourceTag, InvoiceID, Memos = [] } = fields;
  const destinationTag = fields.DestinationTag ?? waitingTag(fields.TransactionType, nodes);
  const memos = Memos.slice(0, MOST_REFERENCES).map(({ Memo }) => memoOf(Buffer.from(Memo.MemoData ?? '', 'hex')));
  const references: Reference[] = [
    ...(SourceTag === undefined ? [] : [statedReference('source_tag', String(SourceTag))]),
    ...(InvoiceID === undefined ? [] : [statedReference('invoice_id', InvoiceID, 'hex')]),
    ...memos.filter((memo) => memo !== null),
  ];
  return {
    ...(destinationTag !== undefined && { destinationTag }),
    ...(references.length > 0 && { references: references.slice(0, MOST_REFERENCES) }),
  };
}

const Waiting = z.object({ DestinationTag: Tag });

/** The tag with which an escrow, a check or a payment channel was made, where the transaction pays it out. */
function waitingTag(type: string, nodes: readonly AffectedNode[]): number | undefined {
  const paidFrom = PAID_FROM[type];
  if (paidFrom === undefined) return undefined;
  const entry = nodes
    .map(({ ModifiedNode, DeletedNode }) => ModifiedNode ?? DeletedNode)
    .find((node) => node?.LedgerEntryType === paidFrom);
  return Waiting.safeParse(entry?.FinalFields).data?.DestinationTag;
}
