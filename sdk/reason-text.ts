import { BOUND_WORDS, exactFigure } from './figures.ts';

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/**
 * What a condition expects, or what it found, as a person reads it. All digits stay.
 * @param absent what null means to the condition.
 */
export function reasonText(value: unknown, absent = 'unknown'): string {
  if (value === null || value === undefined) return absent;
  if (value === true || value === false) return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => reasonText(each)).join(', ') || 'none';
  if (typeof value !== 'object') return String(value);
  const parts = entriesOf(value).map(([name, part]) => {
    const word = BOUND_WORDS[name];
    const text = reasonText(part);
    return word === undefined ? `${name.replaceAll('_', ' ')} ${text}` : `${word} ${exactFigure(text)}`;
  });
  return parts.join(', ');
}

/** What was found. A number has grouped digits where the condition compares it with bounds. */
export function actualText(expected: unknown, actual: unknown, absent?: string): string {
  const text = reasonText(actual, absent);
  return entriesOf(expected).some(([name]) => name in BOUND_WORDS) ? exactFigure(text) : text;
}
