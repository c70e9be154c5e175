/**
 * The colours of wallets whose owner chose none. They are distinguishable on white and on black. Red and orange are
 * left out, because a red dot reads as an alarm.
 */
export const WALLET_COLOURS = ['#2563eb', '#16a34a', '#9333ea', '#ca8a04', '#0891b2', '#64748b', '#c026d3'] as const;

/** The first of these colours that the fewest wallets have. */
export function leastUsedColour(used: readonly string[]): string {
  const times = (colour: string) => used.filter((each) => each.toLowerCase() === colour).length;
  return WALLET_COLOURS.reduce<string>(
    (least, colour) => (times(colour) < times(least) ? colour : least),
    WALLET_COLOURS[0],
  );
}
