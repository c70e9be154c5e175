/** An amount that went from one holder to another, in the smallest unit. */
export interface Flow {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** The place in the transaction. Flows and the movements from them keep this order. */
  readonly at: number;
}

/** The other end of an amount that no holder gave or received. No address looks like this text. */
export const OUTSIDE = '(outside)';

/** After every place in a transaction. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * The payments of one asset between holders. For each holder, the payments sum to the change of its balance. The
 * changes decide the amounts; the flows decide only the other end. A holder that only passes value on (a temporary
 * token account, a router) is left out: a holder first pays out the value that arrived at the holder first. A payment
 * to oneself stays where nothing else happened to the holder. Beside other movements, such a payment is housekeeping.
 *
 * Programs also change balances without an instruction that states the change. The function pairs the changes that the
 * flows do not explain in their order. A change without another end came from outside or went outside.
 *
 * @param changes the balance after the transaction less the balance before, by holder.
 * @param isWrapped whether value can also enter and leave without a flow. Then a flow whose sender did not lose the
 *   amount began outside, and a flow whose receiver did not gain the amount ended outside.
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

/** The flows without the holders that pass value on: from the first holder of the value to the last holder. */
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
