/** The most blocks of one backfill. */
export const MOST_BLOCKS = 100_000;

export interface HeightRange {
  readonly from: number;
  readonly to: number;
}

export const blocksIn = ({ from, to }: HeightRange): number => to - from + 1;

/**
 * The gaps that may hide a payment: those before the wallet was watched, which every new wallet has, and those since.
 * Before the first block of a chain there is none, and that block pays nobody.
 * @param since the block from which on the wallet is watched; null before the first.
 */
export function dividedGaps(gaps: readonly HeightRange[], since: number | null) {
  const start = since ?? Number.POSITIVE_INFINITY;
  const part = (from: number, to: number) =>
    gaps
      .map((gap) => ({ from: Math.max(gap.from, from), to: Math.min(gap.to, to) }))
      .filter((gap) => gap.to > 0 && gap.to >= gap.from);
  return { before: part(0, start - 1), since: part(start, Number.POSITIVE_INFINITY) };
}

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
