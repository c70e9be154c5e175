import { InvalidArgumentError } from '@commander-js/extra-typings';
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
 * A time so long ago, such as `2d`, or a date or an instant of ISO 8601, which the service reads. For the option of a
 * command.
 * @throws InvalidArgumentError for a text of neither form.
 */
export function momentOf(text: string): string {
  const ago = durationOf(text);
  if (ago !== null) return new Date(Date.now() - ago).toISOString();
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return text;
  throw new InvalidArgumentError(
    'It takes a date or an instant, such as 2026-03-01 or 2026-03-01T12:00:00Z, or how long ago: 90m, 2h, 7d.',
  );
}

/**
 * The end of something that lasts so long from now on.
 * @throws CommandError for a text that is no duration.
 */
export function endAfter(text: string, now: Date): string {
  const length = durationOf(text);
  if (length === null) throw wrongUse('--for takes minutes, hours or days, such as 90m, 2h or 7d.');
  return new Date(now.getTime() + length).toISOString();
}
