import stringWidth from 'string-width';
import { plainText, shortText } from './plain-text.ts';
import { type Paint, wrapped } from './text-table.ts';

/** An item of a stream as a terminal shows it. */
export interface StreamedLine {
  /** What stands below each other in all items, each with its width, such as a time and an id. */
  readonly cells: readonly (readonly [text: string, width: number])[];
  /** What happened. A text that is longer than the line goes on in the next line, beside the cells. */
  readonly text: string;
}

const GAP = '  ';
/** On a terminal that is too narrow for it, the terminal itself breaks the lines. */
const LEAST_TEXT = 12;

/** The lines of an item: cells, and beside them a text that is broken between words. A word that is too long is cut. */
export function hanging({ cells, text }: StreamedLine, width: number, paint: Paint): string {
  const lead = cells.map(([cell, room]) => {
    const plain = plainText(cell);
    return `${paint(plain, false)}${' '.repeat(Math.max(0, room - stringWidth(plain)))}${GAP}`;
  });
  const indent = cells.reduce(
    (sum, [cell, room]) => sum + Math.max(room, stringWidth(plainText(cell))) + GAP.length,
    0,
  );
  const room = Math.max(LEAST_TEXT, width - indent);
  const words = plainText(text)
    .split(' ')
    .map((word) => (stringWidth(word) > room ? shortText(word, Math.floor(room / 2)) : word));
  return wrapped(words.join(' '), room)
    .map((line, n) => `${n === 0 ? lead.join('') : ' '.repeat(indent)}${line}\n`)
    .join('');
}
