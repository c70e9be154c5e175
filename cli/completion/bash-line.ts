/** A quotation mark that is open at the cursor. */
type Quote = '' | '"' | "'";

interface Words {
  /** The words, without quotation marks and backslashes. The last is the word at the cursor, which may be empty. */
  readonly words: readonly string[];
  readonly quote: Quote;
  /** Where the last word begins. */
  readonly start: number;
}

/** Splits the part of a line before the cursor into words, as bash does. Expansions stay as they are. */
function splitWords(line: string): Words {
  const words: string[] = [];
  let word = '';
  let quote: Quote = '';
  let start = 0;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    const next = line.charAt(at + 1);
    if (character === '\\' && (quote === '' || (quote === '"' && /["$`\\]/.test(next)))) {
      word += next;
      at += 1;
    } else if (quote === '' && /\s/.test(character)) {
      if (at > start) words.push(word);
      word = '';
      start = at + 1;
    } else if (quote === '' && (character === '"' || character === "'")) {
      quote = character;
    } else if (character === quote) {
      quote = '';
    } else {
      word += character;
    }
  }
  return { words: [...words, word], quote, start };
}

export interface BashLine {
  /** The words before the cursor, without the name of the program. */
  readonly before: readonly string[];
  /** The part of the present word before the cursor. */
  readonly word: string;
  /** Text for the line, which bash reads as this value; undefined when no such text can stand at the cursor. */
  readonly quoted: (value: string) => string | undefined;
  /** Whether a description may follow a quoted value: bash then knows where the value ends. */
  readonly isUnquoted: boolean;
}

/**
 * Reads a command line of bash.
 * @param line the line up to the cursor.
 * @param replaced the end of the line that bash replaces by an offer. It is shorter than the word behind a quotation
 * mark, and behind characters such as `:` and `=`.
 */
export function bashLine(line: string, replaced: string): BashLine {
  const { words, quote, start } = splitWords(line);
  const typed = line.slice(start);
  const kept =
    splitWords(typed.endsWith(replaced) ? typed.slice(0, typed.length - replaced.length) : '').words[0] ?? '';
  return {
    before: words.slice(1, -1),
    word: words.at(-1) ?? '',
    // An offer that differs from the kept part in upper and lower case cannot stand behind it.
    quoted: (value) => (value.startsWith(kept) ? quotedIn(quote, value.slice(kept.length)) : undefined),
    isUnquoted: quote === '',
  };
}

/** Everything but these characters gets a backslash, so that bash neither expands nor runs a part of a name. */
const NOT_PLAIN = /[^\p{L}\p{N}\p{M}_./:@%+,=-]/gu;

function quotedIn(quote: Quote, text: string): string | undefined {
  if (quote === '') return text.replace(NOT_PLAIN, '\\$&');
  // bash does not close the mark behind a text that ends with it.
  if (text.includes(quote)) return undefined;
  if (quote === "'") return text;
  // Between double quotation marks, nothing keeps bash from putting an earlier command in place of `!`.
  return text.includes('!') ? undefined : text.replace(/[$`\\]/g, '\\$&');
}
