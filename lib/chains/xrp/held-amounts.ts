import * as z from 'zod';
import { type Asset, assetKey, type Flow, parseAmount } from './asset.ts';
import { type AffectedNode, XrpAmount } from './schema.ts';

/** An escrow or a payment channel that a transaction made, changed or ended. The ledger holds its amount. */
export interface HeldAmount {
  readonly asset: Asset;
  readonly owner: string;
  readonly receiver: string;
}

const Held = z.object({ Account: z.string(), Destination: z.string(), Amount: XrpAmount });
const HELD_TYPES: ReadonlySet<string> = new Set(['Escrow', 'PayChannel']);

/** The escrows and payment channels among the entries. Leaves out entries that do not state whom they serve. */
export function heldIn(nodes: readonly AffectedNode[]): HeldAmount[] {
  return nodes.flatMap(({ CreatedNode, ModifiedNode, DeletedNode }) => {
    const entry = CreatedNode ?? ModifiedNode ?? DeletedNode;
    const fields = entry?.NewFields ?? entry?.FinalFields;
    if (!entry || !fields || !HELD_TYPES.has(entry.LedgerEntryType)) return [];
    const held = Held.safeParse(fields).data;
    return held ? [{ asset: parseAmount(held.Amount).asset, owner: held.Account, receiver: held.Destination }] : [];
  });
}

/**
 * The flows with the people at both ends of an escrow or a payment channel, in place of the ledger that holds the
 * amount meanwhile. A lock goes from the owner to the receiver, whose balance does not change yet. A payout goes from
 * the owner, whose balance has changed before, to the receiver. What returns to its owner, and what an owner locks for
 * itself, moves to or from the ledger: the other end is the issuer.
 *
 * The debt of an issuer changes, so the issuer of a currency sees a flow of its own.
 */
export function namingOwners(flows: readonly Flow[], held: readonly HeldAmount[]): Flow[] {
  if (held.length === 0) return [...flows];
  return flows.flatMap((flow): Flow[] => {
    const { asset, from, to } = flow;
    const own = held.filter((each) => assetKey(each.asset) === assetKey(asset) && each.owner !== each.receiver);
    const locked = to === asset.issuer ? own.find(({ owner }) => owner === from) : undefined;
    const paid = from === asset.issuer ? own.find(({ receiver }) => receiver === to) : undefined;
    const issuers = (seenBy: 'sender' | 'receiver'): Flow[] =>
      asset.standard === 'issued' ? [{ ...flow, seenBy }] : [];
    if (locked !== undefined) return [{ ...flow, to: locked.receiver, seenBy: 'sender' }, ...issuers('receiver')];
    if (paid !== undefined) return [{ ...flow, from: paid.owner, seenBy: 'receiver' }, ...issuers('sender')];
    return [flow];
  });
}
