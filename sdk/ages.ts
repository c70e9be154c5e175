const UNITS = [
  { name: 'd', seconds: 24 * 3600 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;
/** A person finds an older moment by its date. */
const DATED_AFTER_SECONDS = 30 * 24 * 3600;

/**
 * How long ago a moment was, as the console and the command line say it: `12 s ago`, `4 min ago`, `in 3 h`, or the date
 * in UTC when that is more than thirty days. The largest unit that fits is rounded down.
 * @param at an instant of the API.
 */
export function ageText(at: string, now: Date): string {
  const passed = (now.getTime() - Date.parse(at)) / 1000;
  const seconds = Math.floor(Math.abs(passed));
  if (seconds > DATED_AFTER_SECONDS) return at.slice(0, 10);
  const unit = UNITS.find((each) => seconds >= each.seconds);
  if (unit === undefined) return 'now';
  const age = `${Math.floor(seconds / unit.seconds)} ${unit.name}`;
  return passed < 0 ? `in ${age}` : `${age} ago`;
}

/** `90 minutes`, `1 hour` or `24 hours`: whole hours count as hours. A text that is no number stays as it is. */
export function minutesText(minutes: number | string): string {
  const hours = Number(minutes) / 60;
  return Number.isInteger(hours) && hours > 0 ? countedText(hours, 'hour') : countedText(minutes, 'minute');
}

/** `1 hour`, `24 hours`. */
export const countedText = (count: number | string, unit: string): string =>
  `${count} ${unit}${String(count) === '1' ? '' : 's'}`;
