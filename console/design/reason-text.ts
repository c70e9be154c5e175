import { amountText, type separatorsOf } from './amount-text.ts';

const COMPARISONS: Readonly<Record<string, string>> = {
  gte: 'at least',
  gt: 'more than',
  lte: 'at most',
  lt: 'less than',
};

type Separators = ReturnType<typeof separatorsOf>;

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/**
 * What a condition expects, or what it found, as a person reads it. All digits stay.
 * @param absent what null means to the condition.
 */
export function reasonText(value: unknown, separators: Separators, absent = 'unknown'): string {
  if (value === null || value === undefined) return absent;
  if (value === true || value === false) return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => reasonText(each, separators)).join(', ') || 'none';
  if (typeof value !== 'object') return String(value);
  const parts = entriesOf(value).map(([name, part]) => {
    const word = COMPARISONS[name];
    const text = reasonText(part, separators);
    return word === undefined ? `${name.replaceAll('_', ' ')} ${text}` : `${word} ${amountText(text, separators)}`;
  });
  return parts.join(', ');
}

/** What was found. A number has grouped digits where the condition compares it with bounds. */
export function actualText(expected: unknown, actual: unknown, separators: Separators, absent?: string): string {
  const text = reasonText(actual, separators, absent);
  return entriesOf(expected).some(([name]) => name in COMPARISONS) ? amountText(text, separators) : text;
}
