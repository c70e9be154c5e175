export interface DecimalGap {
  readonly sign: -1 | 0 | 1;
  /** The absolute value, without needless zeros. */
  readonly size: string;
}

/** `now` minus `before`, exactly. Both are decimals of the API, which are never negative. */
export function decimalGap(now: string, before: string): DecimalGap {
  const places = Math.max(placesOf(now), placesOf(before));
  const gap = unitsOf(now, places) - unitsOf(before, places);
  const digits = String(gap < 0n ? -gap : gap).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return { sign: gap < 0n ? -1 : gap > 0n ? 1 : 0, size: fraction === '' ? whole : `${whole}.${fraction}` };
}

const placesOf = (text: string): number => text.split('.')[1]?.length ?? 0;

function unitsOf(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}
