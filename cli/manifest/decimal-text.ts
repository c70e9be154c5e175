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
