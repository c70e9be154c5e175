import { stripVTControlCharacters } from 'node:util';

/** Code points that change what a person sees without being seen: joiners of no script, and marks of direction. */
const INVISIBLE = /(?!\p{Join_Control}|[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|[\u061c\u200e\u200f]/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Text of a stranger, safe for one line of a terminal: without escape sequences, control characters, line breaks and
 * invisible characters. Text from right to left is isolated, so that it does not reorder the cells beside it.
 */
export function plainText(text: string): string {
  const plain = stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(INVISIBLE, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** Plain text of at most `max` characters. For text alone: an amount, an address or an id is never cut. */
export function shortText(text: string, max = 40): string {
  const characters = [...plainText(text)];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : characters.join('');
}

/** The characters that JSON may contain, but that a terminal would obey or hide. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** JSON that means the same and is safe to print on a terminal. */
export const safeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    UNSAFE_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
