/**
 * Figures as people read them, in the console, the command line and messages alike. The digits are grouped as in
 * English everywhere: `2.500` in a console and `2,500` in a mail would be taken for different amounts.
 */

/** Digits of an amount that a person reads. Cents are always shown. */
const DIGITS = 6;
const CENTS = 2;
const DECIMAL = /^(-?)0*(\d+?)(?:\.(\d+))?$/;

interface Decimal {
  readonly isNegative: boolean;
  /** Without leading zeros, but with at least one digit. */
  readonly whole: string;
  readonly fraction: string;
}

function decimalOf(amount: string): Decimal | null {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(amount) ?? [];
  return whole === undefined ? null : { isNegative: sign === '-', whole, fraction };
}

function required(amount: string): Decimal {
  const decimal = decimalOf(amount);
  if (decimal === null) throw new Error(`"${amount}" is no decimal number`);
  return decimal;
}

const isZero = ({ whole, fraction }: Decimal): boolean => /^0*$/.test(whole + fraction);

/** Half of the last place is rounded away from zero. */
function rounded(decimal: Decimal, places: number): Decimal {
  const { isNegative, whole, fraction } = decimal;
  if (fraction.length <= places) return decimal;
  const unit = 10n ** BigInt(fraction.length - places);
  const digits = String((BigInt(whole + fraction) + unit / 2n) / unit).padStart(places + 1, '0');
  const point = digits.length - places;
  return { isNegative, whole: digits.slice(0, point), fraction: digits.slice(point) };
}

const text = ({ isNegative, whole, fraction }: Decimal): string =>
  `${isNegative ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction === '' ? '' : `.${fraction}`}`;

const withoutZeros = (decimal: Decimal): Decimal => ({ ...decimal, fraction: decimal.fraction.replace(/0+$/, '') });

/**
 * `249,310.55`: six significant digits, but at least two behind the point; half is rounded up. Large amounts keep all
 * digits before the point.
 * @throws Error when the text is no decimal number.
 */
export function figure(amount: string): string {
  const decimal = required(amount);
  if (isZero(decimal)) return '0';
  const { whole, fraction } = decimal;
  const zeros = whole === '0' ? fraction.search(/[1-9]/) : -whole.length;
  return text(withoutZeros(rounded(decimal, Math.max(DIGITS + zeros, CENTS))));
}

/** `1,234,567.000000000000000001`: every digit. A text that is no decimal number stands as it is. */
export function exactFigure(amount: string): string {
  const decimal = decimalOf(amount);
  return decimal === null ? amount : text(decimal);
}

const SCALES: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9 };
const TYPED = /^(-?)\$?([1-9]\d{0,2}(?:,\d{3})+|\d+)?(?:\.(\d+))?([kmb])?$/i;

/**
 * The plain decimal of an amount as people write it: `50,000`, `50 000`, `$2.5m`. A comma groups three digits, and
 * never stands for the point. Undefined for a text that is no such amount, as `2,5` or `0,500`.
 */
export function typedFigure(text: string): string | undefined {
  // A space groups digits, too.
  const plain = text
    .trim()
    .replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, ',')
    .replace(/\s(?=[kmb]$)/i, '');
  const [, sign = '', whole, fraction = '', scale = ''] = TYPED.exec(plain) ?? [];
  if (whole === undefined && fraction === '') return undefined;
  const places = SCALES[scale.toLowerCase()] ?? 0;
  const digits = (whole ?? '0').replaceAll(',', '') + fraction.padEnd(places, '0').slice(0, places);
  const rest = fraction.slice(places);
  return `${sign}${digits.replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`;
}

/** `4,500.25 USD` or `3,000 USD`: half a cent is rounded up. @throws Error when the text is no decimal number. */
export function usdFigure(value: string): string {
  const exact = required(value);
  const usd = rounded({ ...exact, fraction: exact.fraction.padEnd(CENTS, '0') }, CENTS);
  if (isZero(usd)) return isZero(exact) ? '0 USD' : 'less than 0.01 USD';
  return `${text(usd.fraction === '00' ? { ...usd, fraction: '' } : usd)} USD`;
}

/** The word of each bound of a condition. */
export const BOUND_WORDS: Readonly<Record<string, string>> = {
  gte: 'at least',
  gt: 'more than',
  lte: 'at most',
  lt: 'less than',
};

/** The bounds of a condition in words: `['at least 1,000 USD', 'less than 2,000 USD']`. */
export function boundsInWords(bounds: unknown, inWords: (bound: unknown) => string): readonly string[] {
  const given: Readonly<Record<string, unknown>> = Object(bounds);
  return Object.entries(BOUND_WORDS).flatMap(([name, word]) =>
    given[name] === undefined ? [] : [`${word} ${inWords(given[name])}`],
  );
}
