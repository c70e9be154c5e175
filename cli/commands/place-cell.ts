import { shortText } from '../output/plain-text.ts';
import type { Cell } from '../output/text-table.ts';

/**
 * Where something is sent to. A narrow list needs no scheme to tell places apart.
 * @param name what people call the place, which stands in place of the URL.
 */
export const placeCell = (url: string, name = url): Cell => ({
  whole: name,
  short: shortText(name.replace(/(https?:\/\/|mailto:)/, ''), 60),
  least: 16,
});

/** The same of one record: `Council (https://api.telegram.org/…)`. */
export const placeText = (url: string, name?: string): string =>
  name === undefined || name === url ? url : `${shortText(name, 60)} (${url})`;
