import type { Effects } from './effects.ts';
import { type Entry, type Names, rankedApprovals, rankedChanges, rankedTransfers } from './entry-ranks.ts';
import { largestOf, primaryMovement } from './primary-movement.ts';
import type { Omitted, StoredTransaction } from './schema.ts';

/** An item holds 400 KB, and anybody can log thousands of movements and approvals in the name of a wallet. */
const MOST: Readonly<Omitted> = { transfers: 500, approvals: 200, authority: 200 };

/** What decides which entries a record keeps. */
export interface Relevance {
  /** The entries that each rule matched. */
  readonly matched: readonly (readonly Entry[])[];
  /** What rules and earlier records name. */
  readonly names: Names;
}

/** Whether a record can hold all effects. */
export const fits = ({ transfers, approvals, authority }: Effects): boolean =>
  transfers.length <= MOST.transfers && approvals.length <= MOST.approvals && authority.length <= MOST.authority;

/**
 * The effects that a record or an alert shows, in on-chain order. Keeps in this order: the transfer whose ends
 * the record shows, what rules matched, coins of the chain, tokens with a price by value, what rules and earlier
 * records name, and the rest.
 */
export function bounded(record: StoredTransaction, { matched, names }: Relevance): Effects & { omitted: Omitted } {
  const { transfers, approvals, authority } = record;
  const primary = primaryMovement(transfers);
  const own = primary === undefined ? [] : [largestOf(primary)].filter((transfer) => transfer !== undefined);
  const shown = {
    transfers: kept(transfers, MOST.transfers, [own, ...matched], rankedTransfers, names),
    approvals: kept(approvals, MOST.approvals, matched, rankedApprovals, names),
    authority: kept(authority, MOST.authority, matched, rankedChanges, names),
  };
  const omitted = {
    transfers: transfers.length - shown.transfers.length,
    approvals: approvals.length - shown.approvals.length,
    authority: authority.length - shown.authority.length,
  };
  return { ...shown, omitted };
}

function kept<T extends Entry>(
  entries: readonly T[],
  most: number,
  matched: Relevance['matched'],
  rankedBy: (entries: readonly T[], names: Names) => T[],
  names: Names,
): T[] {
  if (entries.length <= most) return [...entries];
  const ranked = rankedBy(entries, names);
  const chosen = new Set<Entry>();
  for (const source of [inTurns(matched, ranked), ranked]) {
    for (const entry of source) {
      if (chosen.size === most) break;
      chosen.add(entry);
    }
  }
  return entries.filter((entry) => chosen.has(entry));
}

/** The best entry of each rule, then the second of each rule, and so on: no rule takes the room of another rule. */
function* inTurns<T extends Entry>(matched: Relevance['matched'], ranked: readonly T[]): Generator<T> {
  const places = new Map<Entry, number>(ranked.map((entry, place) => [entry, place]));
  const ofRules = matched.map((entries) =>
    Uint32Array.from(entries.flatMap((entry) => places.get(entry) ?? [])).sort(),
  );
  for (let turn = 0; ofRules.some(({ length }) => turn < length); turn++) {
    for (const own of ofRules) {
      const entry = ranked[own[turn] ?? ranked.length];
      if (entry !== undefined) yield entry;
    }
  }
}
