type Key = readonly unknown[];

/**
 * The parameters that select the rows of a list, from its key. A part of a key is a word, the text of a query such as
 * `status=open&page=2`, or an object of parameters.
 */
const parametersOf = (key: Key): Readonly<Record<string, unknown>> =>
  Object.assign(
    {},
    ...key.map((part) => (typeof part === 'string' ? Object.fromEntries(new URLSearchParams(part)) : part)),
  );

/** Whether both keys name pages of one list: the filters, the order and the size of a page are equal. */
export function areOfOneList(a: Key, b: Key): boolean {
  const [ofA, ofB] = [a, b].map((key) => JSON.stringify({ ...parametersOf(key), page: null }));
  return ofA === ofB;
}

/** Whether new items show at the top of the page: it is the first page, and the newest item comes first. */
export function beginsWithNewest(key: Key): boolean {
  const { page, sort, cursor } = parametersOf(key);
  const isFirst = cursor === undefined && (page === undefined || Number(page) === 1);
  return isFirst && (sort === undefined || String(sort).startsWith('-'));
}
