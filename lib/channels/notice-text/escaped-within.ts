/**
 * Escapes text and cuts it to `max` UTF-16 units with an ellipsis, between two escaped characters.
 * @param escapedForm the escaped form of one code point.
 */
export function escapedWithin(text: string, max: number, escapedForm: (character: string) => string): string {
  const characters = [...text].map(escapedForm);
  const whole = characters.join('');
  if (whole.length <= max) return whole;
  let length = 1;
  const kept = characters.filter((character) => {
    length += character.length;
    return length <= max;
  });
  return `${kept.join('')}…`;
}

/** The same for text that needs no escape. */
export const within = (text: string, max: number): string => escapedWithin(text, max, (character) => character);

/** Puts a word joiner into the mentions that notify everybody: some clients find these in plain text too. */
export const withoutMentions = (text: string): string => text.replace(/@(?=here|channel|everyone|group)/gi, '@\u2060');

/** The first items that fit into `room`, and how many do not. */
export function firstThatFit<T>(
  items: readonly T[],
  room: number,
  sizeOf: (item: T) => number,
): { readonly fitting: readonly T[]; readonly further: number } {
  let used = 0;
  const end = items.findIndex((item) => {
    used += sizeOf(item);
    return used > room;
  });
  return end === -1 ? { fitting: items, further: 0 } : { fitting: items.slice(0, end), further: items.length - end };
}
