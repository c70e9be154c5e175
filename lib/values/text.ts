/** Control characters, halves of surrogate pairs, line separators and what turns the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Foreign text fit for one line of a log, a header or a message: each unprintable character becomes a blank, and what
 * is longer than `max` code points ends in an ellipsis.
 */
export function printable(text: string, max: number): string {
  // Cut first by code units, of which a code point has at most two, so that the cost is bounded by `max` alone.
  const characters = [...text.slice(0, 2 * (max + 1)).replace(UNPRINTABLE, ' ')];
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
}
