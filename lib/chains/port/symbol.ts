const SYMBOL_LENGTH = 32;

/**
 * Text from a stranger's contract or ledger entry, made fit to show: without control, bidirectional, zero-width and other
 * invisible characters (which make one token look like another), on one line, at most 32 code points. Null when nothing
 * is left.
 */
export function cleanSymbol(text: string): string | null {
  const visible = text
    .replace(/[\p{Z}\t\n\v\f\r]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim();
  const bounded = [...visible].slice(0, SYMBOL_LENGTH).join('').trim();
  return bounded === '' ? null : bounded;
}
