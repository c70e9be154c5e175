/** An amount that went from one holder to another, in the smallest unit. */
export interface Flow {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** The place in the transaction. Flows and the movements from them keep this order. */
  readonly at: number;
  /** Set for the deposit of a new account, which stays in the account as long as the account exists. */
  readonly isDeposit?: true;
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
 * A flow can consist of parts with an earlier history each. Parts of one flow with equal ends are one payment.
 *
 * @param changes the balance after the transaction less the balance before, by holder.
 */
export function settle(changes: ReadonlyMap<string, bigint>, flows: readonly Flow[]): Flow[] {
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
    put(from, to, min(amount, min(lost(from), gained(to))), at);
  }
  const holders = [...changes.keys()];
  for (const from of holders.filter((holder) => lost(holder) > 0n)) {
    for (const to of holders) put(from, to, min(lost(from), gained(to)), LAST);
    put(from, OUTSIDE, lost(from), LAST);
  }
  for (const to of holders) put(OUTSIDE, to, gained(to), LAST);
  return merged(settled).sort((a, b) => a.at - b.at);
}

/** The flows without repeats of the same ends at the same place. */
function merged(flows: readonly Flow[]): Flow[] {
  const whole = new Map<string, Flow>();
  for (const flow of flows) {
    const key = `${flow.from} ${flow.to} ${flow.at}`;
    whole.set(key, { ...flow, amount: flow.amount + (whole.get(key)?.amount ?? 0n) });
  }
  return [...whole.values()];
}

/** The flows without the holders that pass value on: from the first holder of the value to the last holder. */
function origins(flows: readonly Flow[]): Flow[] {
  const held = new Map<string, Flow[]>();
  for (const { from, to, amount, at, isDeposit } of flows) {
    if (from === to) continue;
    const mine = held.get(from) ?? [];
    const taken = held.get(to) ?? [];
    held.set(to, taken);
    let rest = amount;
    while (rest > 0n) {
      const lot = nextOf(mine) ?? { from, to: from, amount: rest, at };
      const part = min(lot.amount, rest);
      if (lot.amount > part) mine.unshift({ ...lot, amount: lot.amount - part });
      // Value that returns to its first holder, such as the deposit of a temporary account, never left.
      if (lot.from !== to) taken.push({ from: lot.from, to, amount: part, at, ...(isDeposit && { isDeposit }) });
      rest -= part;
    }
  }
  return [...held.values()].flat().sort((a, b) => a.at - b.at);
}

/** Takes the value that a holder pays out next: what arrived first, the deposit last. */
function nextOf(lots: Flow[]): Flow | undefined {
  const index = lots.findIndex(({ isDeposit }) => !isDeposit);
  return lots.splice(Math.max(index, 0), 1)[0];
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
