import { compare, minus, multiply, sum } from '../../../values/decimal.ts';

/** Where a balance is while it is past a bound of the rule. */
export type Side = 'below' | 'above';

/** What a rule asks about the balance of a wallet. Amounts are decimal strings. */
export interface BalanceQuestion {
  /** `native`, or the match form of a token address. */
  readonly asset: string;
  readonly below: string | null;
  readonly above: string | null;
  /** How far the balance must come back from a bound before the rule may fire again, in percent of the bound. */
  readonly rearmPercent: string;
}

/** What a rule has found about the balance of a wallet. */
export interface JudgedBalance {
  /** The bound that the balance has crossed; null when the rule has nothing to tell. */
  readonly crossed: Side | null;
  /** The balance that was judged. Null when nobody knows the balance. */
  readonly amount: string | null;
}

/** The name of what the rule asks. What was found for another question tells nothing about this question. */
export const nameOf = ({ asset, below, above, rearmPercent }: BalanceQuestion): string =>
  `${asset} below ${below ?? '-'} above ${above ?? '-'} rearm ${rearmPercent}`;

/** The side on which a balance is past its bound; null for a balance within the bounds. */
export function sideOf({ below, above }: BalanceQuestion, amount: string): Side | null {
  if (below !== null && compare(amount, below) < 0) return 'below';
  return above !== null && compare(amount, above) > 0 ? 'above' : null;
}

/**
 * The side after the balance became `amount`. A balance that is past a bound stays on this side until it has come back
 * by the hysteresis, so that a balance that swings around a bound crosses the bound once.
 */
export function sideAfter(question: BalanceQuestion, side: Side | null, amount: string): Side | null {
  const past = sideOf(question, amount);
  return past === null && side !== null && !isBack(question, side, amount) ? side : past;
}

function isBack({ below, above, rearmPercent }: BalanceQuestion, side: Side, amount: string): boolean {
  const bound = (side === 'below' ? below : above) ?? '0';
  const distance = multiply(bound, multiply(rearmPercent, '0.01'));
  return side === 'below' ? compare(amount, sum([bound, distance])) >= 0 : compare(amount, minus(bound, distance)) <= 0;
}

/** The balance after a block. */
export interface Held {
  readonly height: number;
  readonly amount: string;
}

/** A block after which the balance was on another side than before. */
export interface SideChange extends Held {
  readonly from: Side | null;
  readonly to: Side | null;
}

/** Follows a balance from a side over the blocks after which it may have changed, the oldest first. */
export function changesOfSide(question: BalanceQuestion, from: Side | null, blocks: readonly Held[]): SideChange[] {
  let side = from;
  return blocks.flatMap((block) => {
    const change = { ...block, from: side, to: sideAfter(question, side, block.amount) };
    side = change.to;
    return change.from === change.to ? [] : [change];
  });
}

/** The last of these changes by which the balance crossed a bound. */
export const crossingAmong = (changes: readonly SideChange[]): (SideChange & { readonly to: Side }) | null =>
  changes.flatMap((change) => (change.to === null ? [] : { ...change, to: change.to })).at(-1) ?? null;
