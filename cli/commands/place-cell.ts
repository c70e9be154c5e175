import type { Cell } from '../output/text-table.ts';

/** Where something is sent to. A narrow list needs no scheme to tell places apart. */
export const placeCell = (url: string): Cell => ({
  whole: url,
  short: url.replace(/(https?:\/\/|mailto:)/, ''),
  least: 16,
});
