/** The least value that this share of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** The median. For an even count, the lower of the two middle values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Formats a number with three significant digits, or as a whole number from 100. */
export const figure = (value: number): string =>
  value >= 100 ? grouped.format(value) : value.toFixed(value >= 10 ? 1 : 2);

/** Prints a table. The first column is left-aligned, the other columns are right-aligned. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)));
    console.log(`  ${cells.join('   ').trimEnd()}`);
  }
}
