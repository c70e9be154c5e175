/** A row of a table. */
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table whose first column is left-aligned; the other columns are right-aligned. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map((cells) => row(...cells))].join('\n');

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** At least two digits that count. */
export const number = (value: number): string =>
  value >= 100 ? grouped.format(value) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
