import { wrongUse } from './failures.ts';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^([1-9]\d{0,4})([mhd])$/;

/** The milliseconds of `90m`, `2h` or `7d`. Null for any other text. */
function durationOf(text: string): number | null {
  const [, count = '', unit = ''] = DURATION.exec(text) ?? [];
  const length = UNITS[unit];
  return length === undefined ? null : Number(count) * length;
}

/**
 * A time so long ago, such as `2d`. Any other text is for the service to read: a date, or an instant of ISO 8601.
 * For the option of a command.
 */
export const momentOf = (text: string): string => {
  const ago = durationOf(text);
  return ago === null ? text : new Date(Date.now() - ago).toISOString();
};

/**
 * The end of something that lasts so long from now on.
 * @throws CommandError for a text that is no duration.
 */
export function endAfter(text: string, now: Date): string {
  const length = durationOf(text);
  if (length === null) throw wrongUse('--for takes minutes, hours or days, such as 90m, 2h or 7d.');
  return new Date(now.getTime() + length).toISOString();
}
