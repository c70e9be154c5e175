const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const isOfTime = (part: Intl.DateTimeFormatPart | undefined): boolean =>
  part !== undefined && ['hour', 'minute', 'second', 'dayPeriod'].includes(part.type);

/** An instant of the API in local time, to the second. A line breaks between the date and the time alone. */
export function instantText(at: string): string {
  const parts = local.formatToParts(new Date(at));
  return parts
    .map(({ value }, n) =>
      isOfTime(parts[n - 1]) === isOfTime(parts[n + 1]) ? value.replaceAll(/\s/g, '\u00a0') : value,
    )
    .join('');
}
