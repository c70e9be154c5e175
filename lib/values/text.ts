/** Control characters, lone surrogates, line separators and characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Makes untrusted text safe for one line of a log, a header or a message. Replaces unprintable characters by blanks,
 * and cuts text that is longer than `max` code points with an ellipsis.
 */
export function printable(text: string, max: number): string {
  // Cuts by code units first, so that the cost depends on `max` only. A code point has at most two code units.
  const characters = [...text.slice(0, 2 * (max + 1)).replace(UNPRINTABLE, ' ')];
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a field as words: `customWebhookUrl` becomes `Custom webhook URL`. */
export const wordsOf = (name: string): string =>
  capitalised(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).replace(/\burl$/i, 'URL');
