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

/** The escrows and payment channels among the entries. Leaves out entries that state no receiver. */
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
 * itself, moves to or from the ledger (`isHeld`): the other end is the issuer.
 *
 * The debt of an issuer changes, so the issuer of a currency sees a flow of its own.
 */
export function namingOwners(flows: readonly Flow[], held: readonly HeldAmount[]): Flow[] {
  if (held.length === 0) return [...flows];
  return flows.flatMap((flow): Flow[] => {
    const { asset, from, to } = flow;
    const same = held.filter((each) => assetKey(each.asset) === assetKey(asset));
    const locked = to === asset.issuer ? same.find(({ owner }) => owner === from) : undefined;
    const released =
      from === asset.issuer ? same.find(({ owner, receiver }) => receiver === to || owner === to) : undefined;
    const issuers = (seenBy: 'sender' | 'receiver'): Flow[] =>
      asset.standard === 'issued' ? [{ ...flow, seenBy }] : [];
    if (locked !== undefined) {
      const isHeld = locked.receiver === from;
      const own: Flow = isHeld ? { ...flow, isHeld } : { ...flow, to: locked.receiver };
      return [{ ...own, seenBy: 'sender' }, ...issuers('receiver')];
    }
    if (released !== undefined) {
      const isHeld = released.owner === to;
      const own: Flow = isHeld ? { ...flow, isHeld } : { ...flow, from: released.owner };
      return [{ ...own, seenBy: 'receiver' }, ...issuers('sender')];
    }
    return [flow];
  });
}
