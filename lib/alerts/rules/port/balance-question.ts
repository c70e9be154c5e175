import { compare, minus, multiply, sum } from '../../../values/decimal.ts';

/**
 * Active rules about balances in an organisation. Each check of balances judges a changed balance by all of them that
 * are about its wallet and asset, so this bounds the cost of each changed balance.
 */
export const MOST_BALANCE_RULES = 50;

/** A bound of a rule. A balance is past `below` when it is less. */
export type Bound = 'below' | 'above';

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
  readonly crossed: Bound | null;
  /** The balance that was judged. Null when nobody knows the balance. */
  readonly amount: string | null;
}

/** The name of what the rule asks. What was found for another question tells nothing about this question. */
export const nameOf = ({ asset, below, above, rearmPercent }: BalanceQuestion): string =>
  `${asset} below ${below ?? '-'} above ${above ?? '-'} rearm ${rearmPercent}`;

/** The bound that a balance is past; null for a balance within the bounds. */
export function boundPast({ below, above }: BalanceQuestion, amount: string): Bound | null {
  if (below !== null && compare(amount, below) < 0) return 'below';
  return above !== null && compare(amount, above) > 0 ? 'above' : null;
}

/**
 * The bound that counts as passed after the balance became `amount`. A balance that is past a bound stays so until it
 * has come back by the hysteresis, so that a balance that swings around a bound crosses the bound once.
 */
function pastAfter(question: BalanceQuestion, before: Bound | null, amount: string): Bound | null {
  const past = boundPast(question, amount);
  return past === null && before !== null && !isBack(question, before, amount) ? before : past;
}

function isBack({ below, above, rearmPercent }: BalanceQuestion, passed: Bound, amount: string): boolean {
  const bound = (passed === 'below' ? below : above) ?? '0';
  const distance = multiply(bound, multiply(rearmPercent, '0.01'));
  return passed === 'below'
    ? compare(amount, sum([bound, distance])) >= 0
    : compare(amount, minus(bound, distance)) <= 0;
}

/** The balance after a block. */
export interface Held {
  readonly height: number;
  readonly amount: string;
}

/** A block after which the balance was past another bound than before, or past none. */
export interface Passage extends Held {
  readonly from: Bound | null;
  readonly to: Bound | null;
}

/** Follows a balance over the blocks after which it may have changed, the oldest first. */
export function passagesOf(question: BalanceQuestion, from: Bound | null, blocks: readonly Held[]): Passage[] {
  let past = from;
  return blocks.flatMap((block) => {
    const passage = { ...block, from: past, to: pastAfter(question, past, block.amount) };
    past = passage.to;
    return passage.from === passage.to ? [] : [passage];
  });
}

/** The last of these passages by which the balance crossed a bound. */
export const crossingAmong = (passages: readonly Passage[]): (Passage & { readonly to: Bound }) | null =>
  passages.flatMap((passage) => (passage.to === null ? [] : { ...passage, to: passage.to })).at(-1) ?? null;
