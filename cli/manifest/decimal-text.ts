import { typedFigure } from '../../sdk/index.ts';

/**
 * A copy of a JSON value in which numbers are decimal text without an exponent, as the file states them. The API takes
 * numbers and decimal text alike.
 */
export function numbersAsText(value: unknown): unknown {
  if (typeof value === 'number') return decimalText(value);
  if (Array.isArray(value)) return value.map(numbersAsText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, numbersAsText(each)]));
}

/** The shortest digits that make the number, as `String` gives them, with the exponent written out. */
function decimalText(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const shift = Number(exponent);
  if (shift > 0) return `${sign}${whole}${fraction.padEnd(shift, '0')}`;
  return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of conditions whose value is an amount. */
const BOUNDS = ['gte', 'gt', 'lte', 'lt', 'below', 'above'];

/**
 * A copy of conditions in which each bound is a plain decimal: people also write `50,000`, `50 000` or `2.5m`. A text
 * that is no amount stays.
 */
export const withPlainBounds = (conditions: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(conditions).map(([name, value]) => {
      if (BOUNDS.includes(name) && typeof value === 'string') return [name, typedFigure(value) ?? value];
      return [name, isFields(value) ? withPlainBounds(value) : value];
    }),
  );

/**
 * Where YAML has cut an amount at its comma: it reads `{gte: 50,000}` as two fields, `gte` and `000`, and the second
 * has no value. Undefined where every amount is whole.
 */
export function placeOfCutAmount(conditions: Fields): string[] | undefined {
  for (const [name, value] of Object.entries(conditions)) {
    if (value === null && /^\d/.test(name)) return [];
    const within = isFields(value) ? placeOfCutAmount(value) : undefined;
    if (within !== undefined) return [name, ...within];
  }
  return undefined;
}

/** The first bound that is a text but no amount, such as `50_000`, and where it is. Undefined without such a bound. */
export function boundThatIsNoAmount(conditions: Fields): { path: string[]; text: string } | undefined {
  for (const [name, value] of Object.entries(conditions)) {
    if (BOUNDS.includes(name) && typeof value === 'string' && typedFigure(value) === undefined) {
      return { path: [name], text: value };
    }
    const within = isFields(value) ? boundThatIsNoAmount(value) : undefined;
    if (within !== undefined) return { ...within, path: [name, ...within.path] };
  }
  return undefined;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
