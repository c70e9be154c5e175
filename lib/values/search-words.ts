/** The words of a text, in lower case: runs of letters and digits. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each word of a search is the beginning of one of the words. A search without a word finds nothing. */
export function hasWords(words: readonly string[], q: string): boolean {
  const wanted = wordsOf(q);
  return wanted.length > 0 && wanted.every((word) => words.some((each) => each.startsWith(word)));
}

/** The text of an entry in a list that `searchIn` compares: its address, and the words of its label. */
export const searchText = (address: string, label: string): string =>
  [bare(address), ...new Set(wordsOf(label))].join(' ');

/**
 * A test of entries: addresses that begin with the text, and labels with words that begin with each of its words.
 * @param field the index of the field that has the `searchText` of an entry.
 */
export const searchIn = (field: number) => (q: string) => {
  const prefix = bare(q.trim());
  return (tuple: readonly string[]): boolean => {
    const [address = '', ...words] = (tuple[field] ?? '').split(' ');
    return (prefix !== '' && address.startsWith(prefix)) || hasWords(words, q);
  };
};

/** A hash or an address may be searched with and without the `0x` of EVM chains, in any case. */
export const bare = (text: string): string => text.toLowerCase().replace(/^0x/, '');
