import { anyMatchForm } from '../chains/any-address.ts';
import type { StoredTransfer } from './schema.ts';

type Sided = Pick<StoredTransfer, 'direction' | 'side'>;

/** Which end of a transfer the wallet is. Undefined for an internal transfer that does not state its side. */
export const sideOf = ({ direction, side }: Sided): StoredTransfer['side'] =>
  side ?? (direction === 'internal' ? undefined : direction === 'inbound' ? 'receives' : 'sends');

/**
 * An internal transfer with its side. Records of earlier versions, and the records that the API shows, do not state the
 * side of an internal transfer.
 * @param wallet the address of the wallet. Without it the side stays unknown.
 */
export function withSide<T extends Sided & Pick<StoredTransfer, 'from' | 'to'>>(transfer: T, wallet?: string): T {
  if (wallet === undefined || sideOf(transfer) !== undefined) return transfer;
  const own = anyMatchForm(wallet);
  const [sends, receives] = [transfer.from, transfer.to].map((end) => anyMatchForm(end) === own);
  return { ...transfer, side: !receives ? 'sends' : sends ? 'both' : 'receives' };
}

/** The other ends of a transfer, as its wallet sees it: who gets what it sends, or each who sent what it gets. */
export const otherEndsOf = (transfer: Sided & Pick<StoredTransfer, 'from' | 'to' | 'senders'>): readonly string[] =>
  sideOf(transfer) === 'receives' ? (transfer.senders ?? [transfer.from]) : [transfer.to];
