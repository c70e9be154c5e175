/** The parts of numbers in the user's locale. */
interface Separators {
  readonly decimal: string;
  readonly group: (digits: bigint) => string;
}

export function separatorsOf(locale?: string): Separators {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const decimal = format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return { decimal, group: (digits) => format.format(digits) };
}

/**
 * A decimal string of the API with grouped digits. Every digit stays: an amount is never rounded.
 * @param amount such as `1234567.000000000000000001`; other text is returned as it is.
 */
export function amountText(amount: string, { decimal, group }: Separators): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (match === null) return amount;
  const [, sign = '', whole = '0', fraction] = match;
  return `${sign}${group(BigInt(whole))}${fraction === undefined ? '' : `${decimal}${fraction}`}`;
}
