import { NATIVE } from '../chains/port/chain.ts';
import { isFungible } from '../chains/registry.ts';
import { compare } from '../values/decimal.ts';
import type { AuthorityChange, StoredApproval, StoredTransfer } from './schema.ts';

/** A transfer, an approval or a change of authority. */
export type Entry = StoredTransfer | StoredApproval | AuthorityChange;

/** Whether a rule or an earlier record names a token, a contract or a symbol. */
export type Names = (text: string) => boolean;

/**
 * Coins of the chain first, then tokens with a price by value, tokens that are named, tokens whose price is not known
 * yet, other fungible tokens, single tokens. Among others of their kind, the greatest transfer of each asset comes
 * first.
 */
export function rankedTransfers(transfers: readonly StoredTransfer[], names: Names): StoredTransfer[] {
  const kindOf = ({ standard, tokenAddress, asset, from, to, valueUsd, valuePending }: StoredTransfer): number => {
    if (standard === NATIVE) return 0;
    if (valueUsd !== null) return 1;
    if ([tokenAddress, asset, from, to].some((text) => text !== null && names(text))) return 2;
    if (valuePending) return 3;
    return isFungible(standard) ? 4 : 5;
  };
  const place = placesByAmount(transfers);
  const ranked = transfers.map((transfer) => ({ transfer, kind: kindOf(transfer), place: place(transfer) }));
  ranked.sort((a, b) => a.kind - b.kind || byValue(a.transfer, b.transfer) || a.place - b.place);
  return ranked.map(({ transfer }) => transfer);
}

const byValue = (a: StoredTransfer, b: StoredTransfer): number =>
  a.valueUsd === null || b.valueUsd === null ? 0 : compare(b.valueUsd, a.valueUsd);

/** The rank of a transfer among the transfers of its asset by amount; the greatest amount has rank 0. */
function placesByAmount(transfers: readonly StoredTransfer[]): (transfer: StoredTransfer) => number {
  const assets = Map.groupBy(transfers, ({ standard, tokenAddress, asset }) => `${standard} ${tokenAddress} ${asset}`);
  const places = new Map<StoredTransfer, number>();
  for (const same of assets.values()) {
    for (const [place, transfer] of same.toSorted((a, b) => compare(b.amount, a.amount)).entries()) {
      places.set(transfer, place);
    }
  }
  return (transfer) => places.get(transfer) ?? 0;
}

/** The approvals by the wallet first, of these the named ones, and then those that endanger the wallet most. */
export function rankedApprovals(approvals: readonly StoredApproval[], names: Names): StoredApproval[] {
  const rankOf = ({ isOwner, approved, unlimited, tokenAddress, asset, spender }: StoredApproval): number => {
    const isNamed = [tokenAddress, asset, spender].some(names);
    return (isOwner ? 0 : 8) + (isNamed ? 0 : 4) + (approved ? 0 : 2) + (unlimited ? 0 : 1);
  };
  return byRank(approvals, rankOf);
}

/**
 * The named changes first, and then the last change of each kind, the last but one of each kind, and so on: the last
 * changes state who may act now, and no kind hides another kind.
 */
export function rankedChanges(changes: readonly AuthorityChange[], names: Names): AuthorityChange[] {
  const later = new Map<string, number>();
  const last = changes.toReversed().map((change) => {
    const count = later.get(change.kind) ?? 0;
    later.set(change.kind, count + 1);
    const isNamed = [change.before, change.after].some((text) => text !== null && names(text));
    return { change, rank: isNamed ? -1 : count };
  });
  return last.sort((a, b) => a.rank - b.rank).map(({ change }) => change);
}

function byRank<T>(entries: readonly T[], rankOf: (entry: T) => number): T[] {
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}
