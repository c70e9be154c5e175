/** What a rule sums that left its wallets within a window of time. */
export interface LeftQuestion {
  readonly unit: 'usd' | 'amount';
  /** `native`, or the match form of a token address. Null sums all assets. */
  readonly asset: string | null;
  readonly windowMinutes: number;
  /** Whether each wallet has a sum of its own, or the rule has one for all of its wallets. */
  readonly per: 'wallet' | 'rule';
  /** Whether a sum is as large as the rule asks. */
  reaches(sum: string): boolean;
}

/** What left in the window that ends at a transaction. Sums are decimal strings. */
export interface Left {
  readonly sum: string;
  /** The sum without the transaction. */
  readonly before: string;
  /** Whether the sum may cross the bound: the rule has not fired since the sum was last below it. */
  readonly isArmed: boolean;
  /** Assets that left and are not in the sum, because nobody knows their value. Symbols are those of strangers. */
  readonly unknown: readonly string[];
  /** Whether more left than the service has summed. */
  readonly isPartial: boolean;
}

/** The most assets of unknown value that an alert names. */
const MOST_UNKNOWN = 5;

/** Each name once, and no more than an alert names. */
export const namesOf = (names: readonly string[]): string[] => [...new Set(names)].slice(0, MOST_UNKNOWN);
