import stringWidth from 'string-width';
import { plainText } from './plain-text.ts';

/** What leads to a part that is kept may be shorter, such as the payer before the counterparty. */
const LEAST_BEFORE_KEPT = 5;

/** An amount without its unit is another amount. A number before the verb belongs to the label of the wallet. */
const UNFINISHED_AMOUNT = /(?:(?<= (?:paid|received)(?: .*)?)\s+\S*\d\S*(?:\s+\S*)?|\s)…$/;

const VERB = / (?:paid|received|moved)(?= |…)/;

/**
 * A text of at most so many characters of a terminal.
 * @param parts the first that finds room stays, beside the verb if another part can; the text is cut around it.
 */
export function cutText(text: string, most: number, parts: readonly string[] = []): string {
  if (stringWidth(text) <= most) return text;
  for (const [n, kept] of parts.entries()) {
    const [before, after] = partsAround(text, kept);
    const rest = after === '' ? '' : '…';
    const room = most - stringWidth(kept + rest);
    if (before === undefined || room < LEAST_BEFORE_KEPT) continue;
    const isWhole = stringWidth(before) <= room;
    const beginning = isWhole ? before : cutEnd(before, room).replace(UNFINISHED_AMOUNT, '…');
    if (n < parts.length - 1 && VERB.test(before) && !VERB.test(beginning)) continue;
    return `${beginning}${kept}${rest}`;
  }
  return cutEnd(text, most);
}

function partsAround(text: string, kept: string): readonly [before: string | undefined, after: string] {
  const at = kept === '' ? -1 : text.lastIndexOf(kept);
  return at === -1 ? [undefined, ''] : [text.slice(0, at), text.slice(at + kept.length)];
}

function cutEnd(text: string, most: number): string {
  const characters = [...text];
  while (stringWidth(characters.join('')) >= most) characters.pop();
  const kept = characters.join('');
  // The beginning of a number is another number.
  const isWithinWord = /\S/.test(text.charAt(kept.length));
  // Text from right to left needs its end again.
  return plainText(`${isWithinWord ? kept.replace(/\s+\S*\d\S*$/, '') : kept}…`);
}
