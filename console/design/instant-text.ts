const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** An instant of the API in local time, to the second. */
export const instantText = (at: string): string => local.format(new Date(at));
