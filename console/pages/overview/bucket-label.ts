type Interval = 'hour' | 'day';

const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** When a bucket begins. Days are those of UTC; hours show local time. */
export const bucketLabel = (interval: Interval, at: Date): string => (interval === 'day' ? day : hour).format(at);

const hourOfToday = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** Since when the only bucket with anything counts: `Since 8:00 PM`, with the day when it is not the one of `now`. */
export function sinceText(interval: Interval, at: Date, now: Date): string {
  const isToday = interval === 'hour' && at.toDateString() === now.toDateString();
  return `Since ${isToday ? hourOfToday.format(at) : bucketLabel(interval, at)}`;
}

export const bucketTitle = (interval: Interval): string => (interval === 'day' ? 'Day (UTC)' : 'Hour');
