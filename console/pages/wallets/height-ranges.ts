/** The most blocks of one backfill. */
export const MOST_BLOCKS = 100_000;

export interface HeightRange {
  readonly from: number;
  readonly to: number;
}

export const blocksIn = ({ from, to }: HeightRange): number => to - from + 1;

/** The gaps that may hide a payment. Before the first block of a chain there is none, and that block pays nobody. */
export const gapsWithPayments = (gaps: readonly HeightRange[]): readonly HeightRange[] =>
  gaps.filter(({ to }) => to > 0);

/** The newest blocks of a gap, at most as many as one backfill may scan. */
export const newestPart = ({ from, to }: HeightRange): HeightRange => ({
  from: Math.max(from, to - MOST_BLOCKS + 1),
  to,
});

/** The height that a text states; undefined when the text is no whole number. */
export const heightIn = (text: string): number | undefined => {
  const digits = text.trim();
  const height = /^\d{1,16}$/.test(digits) ? Number(digits) : undefined;
  return Number.isSafeInteger(height) ? height : undefined;
};
