const SYMBOL_LENGTH = 32;

/**
 * Makes the symbol of an untrusted contract or ledger entry safe to show: on one line, at most 32 code points, without
 * control, bidirectional, zero-width and other invisible characters, which make one token look like another. Null when
 * no character is left.
 */
export function cleanSymbol(text: string): string | null {
  const visible = text
    .replace(/[\p{Z}\t\n\v\f\r]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim();
  const bounded = [...visible].slice(0, SYMBOL_LENGTH).join('').trim();
  return bounded === '' ? null : bounded;
}
