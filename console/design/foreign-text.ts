/**
 * Characters that show nothing or change the order of the text around them: controls, zero-width characters, and
 * marks of direction. A stranger could hide or fake text with them.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const INVISIBLE_IN_LINES = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
/** More than two marks on one letter would paint over the lines around it. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * Text that a stranger chose, such as the symbol of a token, made harmless for the eye: characters that cannot be
 * seen become �, and what is longer than `most` characters is cut.
 */
export function foreignText(text: string, most: number, keepsLines = false): string {
  const visible = text
    .slice(0, most * 4 + 64)
    .replace(keepsLines ? INVISIBLE_IN_LINES : INVISIBLE, '\u{FFFD}')
    .replace(STACKED_MARKS, '$1');
  const letters = [...visible];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : visible;
}
