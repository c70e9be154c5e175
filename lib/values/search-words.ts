/** The words of a text, in lower case: runs of letters and digits. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each word of a search is the beginning of one of the words. A search without a word finds nothing. */
export function hasWords(words: readonly string[], q: string): boolean {
  const wanted = wordsOf(q);
  return wanted.length > 0 && wanted.every((word) => words.some((each) => each.startsWith(word)));
}

/** A hash or an address may be searched with and without the `0x` of EVM chains, in any case. */
export const bare = (text: string): string => text.toLowerCase().replace(/^0x/, '');
