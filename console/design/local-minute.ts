const padded = (n: number, digits: number) => String(n).padStart(digits, '0');

/**
 * An instant in the form of the browser's field: local time, to the minute, such as `2026-01-02T10:00`. The year has
 * four digits also while the user writes its first: the browser empties a field with a shorter year.
 * @param instant such as `2026-01-02T09:00:00.000Z`. Another text gives an empty text.
 */
export function localMinute(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const date = [padded(at.getFullYear(), 4), padded(at.getMonth() + 1, 2), padded(at.getDate(), 2)].join('-');
  return `${date}T${padded(at.getHours(), 2)}:${padded(at.getMinutes(), 2)}`;
}

/**
 * The instant in UTC of a text of the browser's field. A text that is no date, such as a year of five digits, stays as
 * it is, so that the API refuses it with a message.
 */
export function instantOf(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}
