type Interval = 'hour' | 'day';

const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** When a bucket begins. Days are those of UTC; hours show local time. */
export const bucketLabel = (interval: Interval, at: Date): string => (interval === 'day' ? day : hour).format(at);

export const bucketTitle = (interval: Interval): string => (interval === 'day' ? 'Day (UTC)' : 'Hour');
