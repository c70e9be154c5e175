/** The bounds of a rule in a test, in the smallest unit. */
export interface NaiveBounds {
  readonly below: number | null;
  readonly above: number | null;
  readonly rearm: number;
}

/** The numbers of the balances by which a bound is crossed, of balances in the order of the chain. */
export function naiveCrossings(units: readonly bigint[], { below, above, rearm }: NaiveBounds): number[] {
  const crossings: number[] = [];
  let past: 'nothing' | 'below' | 'above' = 'nothing';
  for (const [n, balance] of units.entries()) {
    if (below !== null && balance < BigInt(below)) {
      if (past !== 'below') crossings.push(n);
      past = 'below';
    } else if (above !== null && balance > BigInt(above)) {
      if (past !== 'above') crossings.push(n);
      past = 'above';
    } else if (past === 'below' && balance * 100n >= BigInt(below ?? 0) * BigInt(100 + rearm)) {
      past = 'nothing';
    } else if (past === 'above' && balance * 100n <= BigInt(above ?? 0) * BigInt(100 - rearm)) {
      past = 'nothing';
    }
  }
  return crossings;
}
