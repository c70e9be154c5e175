import * as z from 'zod';
import { Asset } from './rule-asset.ts';
import { wholeNumber } from './whole-number.ts';

/** 30 days. */
const MOST_HOURS = 720;

/** What must come or leave within so many hours. */
export const SilenceConditions = z.strictObject({
  direction: z.enum(['inbound', 'outbound']).optional().describe('By default, both'),
  asset: Asset.optional(),
  hours: wholeNumber(1, MOST_HOURS),
});
export type SilenceConditions = z.output<typeof SilenceConditions>;
