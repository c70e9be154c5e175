/** An amount that went from one holder to another, in the smallest unit. */
export interface Flow {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** Where in the transaction: flows and what comes of them keep this order. */
  readonly at: number;
}

/** The other end of what no holder gave or got. No address, so that none is like it. */
export const OUTSIDE = '(outside)';

/** Comes after all that has a place. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Who paid whom of one asset, so that each holder's balance changes by exactly what it did. The changes decide how
 * much; the flows only who stands at the other end. Flows are followed through whoever merely passes value on (a
 * temporary token account, a router): what arrives at a holder is first what it pays out. A payment to oneself is kept
 * where nothing else happened to the holder; beside other movements it is housekeeping.
 *
 * Programs also change balances without an instruction that tells: what the flows leave open is paired in order, and
 * what has no other end at all came from or went outside.
 *
 * @param changes balance after the transaction less that before, by holder.
 * @param isWrapped whether value enters and leaves by ways that are no flows, so that a flow whose sender has not lost
 *   what it sent began outside, and one whose receiver has not gained it ended there.
 */
export function settle(changes: ReadonlyMap<string, bigint>, flows: readonly Flow[], isWrapped = false): Flow[] {
  const open = new Map(changes);
  const settled: Flow[] = flows.filter(({ from, to, amount }) => from === to && amount > 0n && !changes.has(from));
  const lost = (holder: string): bigint => max(-(open.get(holder) ?? 0n), 0n);
  const gained = (holder: string): bigint => max(open.get(holder) ?? 0n, 0n);
  const put = (from: string, to: string, amount: bigint, at: number): void => {
    if (amount === 0n) return;
    open.set(from, (open.get(from) ?? 0n) + amount);
    open.set(to, (open.get(to) ?? 0n) - amount);
    settled.push({ from, to, amount, at });
  };

  for (const { from, to, amount, at } of origins(flows)) {
    const paid = min(amount, min(lost(from), gained(to)));
    put(from, to, paid, at);
    if (isWrapped && lost(from) === 0n) put(OUTSIDE, to, min(amount - paid, gained(to)), at);
    else if (isWrapped && gained(to) === 0n) put(from, OUTSIDE, min(amount - paid, lost(from)), at);
  }
  const holders = [...changes.keys()];
  for (const from of holders.filter((holder) => lost(holder) > 0n)) {
    for (const to of holders) put(from, to, min(lost(from), gained(to)), LAST);
    put(from, OUTSIDE, lost(from), LAST);
  }
  for (const to of holders) put(OUTSIDE, to, gained(to), LAST);
  return settled.toSorted((a, b) => a.at - b.at);
}

/** The flows with those who pass value on left out: each from whom the value was first, to where it stayed. */
function origins(flows: readonly Flow[]): Flow[] {
  const held = new Map<string, Flow[]>();
  for (const { from, to, amount, at } of flows) {
    if (from === to) continue;
    const mine = held.get(from) ?? [];
    const taken = held.get(to) ?? [];
    held.set(to, taken);
    let rest = amount;
    while (rest > 0n) {
      const lot = mine.shift() ?? { from, to: from, amount: rest, at };
      const part = min(lot.amount, rest);
      if (lot.amount > part) mine.unshift({ ...lot, amount: lot.amount - part });
      taken.push({ from: lot.from, to, amount: part, at });
      rest -= part;
    }
  }
  return [...held.values()].flat().sort((a, b) => a.at - b.at);
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
