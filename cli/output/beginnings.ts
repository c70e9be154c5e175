/** So many characters of an id name one thing among many. */
const SHORT_ID = 8;

/**
 * Shortens each text of a list to its beginning. A beginning grows until no other text of the list has it: the ids of
 * the records of one transaction share their first thirteen characters.
 */
export function beginnings(texts: Iterable<string>, least = SHORT_ID): (text: string) => string {
  const sorted = [...new Set(texts)].sort();
  const lengths = new Map(
    sorted.map((text, n) => [text, 1 + Math.max(shared(text, sorted[n - 1]), shared(text, sorted[n + 1]))]),
  );
  return (text) => text.slice(0, Math.max(least, lengths.get(text) ?? 0));
}

/** How many characters two texts have in common at their beginning. */
function shared(text: string, other = ''): number {
  let n = 0;
  while (n < text.length && text[n] === other[n]) n += 1;
  return n;
}
