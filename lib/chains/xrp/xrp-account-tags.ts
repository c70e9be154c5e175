import * as z from 'zod';
import type { AccountTag } from '../port/chain.ts';
import { type AffectedNode, type Fields, Tag } from './schema.ts';

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
export function accountTagsOf(fields: Fields, nodes: readonly AffectedNode[]): AccountTag[] {
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
