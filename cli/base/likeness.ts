/** A misspelt copy of a text shares more of its pairs of letters than this. */
const ALIKE = 0.6;
/** A shorter beginning is that of too many names. */
const LEAST_BEGINNING = 3;

/** How many of their pairs of letters two texts share, from 0 to 1. */
export function likenessOf(a: string, b: string): number {
  const [some, others] = [pairsIn(a), pairsIn(b)];
  const shared = some.filter((pair) => others.includes(pair)).length;
  return (2 * shared) / (some.length + others.length);
}

/** Whether a text is a misspelt copy of a name, its beginning, or a short name with another letter. */
export const isLike = (text: string, name: string): boolean =>
  likenessOf(text, name) > ALIKE ||
  (text.length >= LEAST_BEGINNING && name.toLowerCase().startsWith(text.toLowerCase())) ||
  isOneLetterOff(text.toLowerCase(), name.toLowerCase());

/** The name that a text misspells; undefined when the text is a name, or like none. */
export function meantBy(text: string, names: readonly string[]): string | undefined {
  if (names.includes(text)) return undefined;
  const likest = names.filter((name) => isLike(text, name));
  return likest.toSorted((a, b) => likenessOf(text, b) - likenessOf(text, a))[0];
}

/** `. Did you mean X?`, or nothing. */
export function hintAt(text: string, names: readonly string[]): string {
  const meant = meantBy(text, names);
  return meant === undefined ? '' : `. Did you mean ${meant}?`;
}

/** `rule_type`, `RuleType` and `ruleType` are one word. */
const inOneSpelling = (text: string): string => text.replace(/[_-]/g, '').toLowerCase();

const pairsIn = (text: string): string[] =>
  [...inOneSpelling(text)].map((letter, n, letters) => `${letter}${letters[n + 1] ?? ''}`);

/** Pairs of letters say little about short names: `bse` and `base` share one of four. */
function isOneLetterOff(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 3 || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const rest = (text: string, skipped: number) => text.slice(start + skipped);
  return [rest(b, 0), rest(b, 1)].some((end) => end === rest(a, 1)) || rest(b, 1) === rest(a, 0);
}
