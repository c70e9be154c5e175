import * as z from 'zod';

/** A whole number within bounds, as a JSON number or as its digits: a manifest states every number as text. */
export const wholeNumber = (least: number, most: number) =>
  z.union([
    z.number().int().min(least).max(most),
    z
      .string()
      .refine(
        (text) => /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most,
        `must be a whole number from ${least} to ${most}`,
      ),
  ]);
