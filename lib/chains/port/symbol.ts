const SYMBOL_LENGTH = 32;

/**
 * Makes the text of a stranger safe to show: on one line, without control, bidirectional, zero-width and other
 * invisible characters, which make one text look like another. The caller bounds the length.
 */
export const visibleText = (text: string): string =>
  text
    .replace(/[\p{Z}\t\n\v\f\r]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim();

/**
 * The symbol of an untrusted contract or ledger entry as visible text of at most 32 code points. Null when no character
 * is left.
 */
export function cleanSymbol(text: string): string | null {
  const bounded = [...visibleText(text)].slice(0, SYMBOL_LENGTH).join('').trim();
  return bounded === '' ? null : bounded;
}
