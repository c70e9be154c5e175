import { shortText } from '../output/plain-text.ts';
import type { Cell } from '../output/text-table.ts';

/**
 * Where something is sent to. A narrow list needs no scheme to tell places apart.
 * @param name what people call the place; a terminal shows it in place of the URL.
 */
export const placeCell = (url: string, name = url): Cell => ({
  whole: url,
  short: shortText(name.replace(/(https?:\/\/|mailto:)/, ''), 60),
  least: 16,
});
