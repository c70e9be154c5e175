import type * as z from 'zod';
import { fieldErrors } from '../../lib/values/field-errors.ts';

/** Which fields a schema finds wrong, each once; none when it takes the value. */
export const pathsOf = (schema: z.ZodType, value: unknown): string[] => [
  ...new Set(fieldErrors(schema.safeParse(value).error?.issues ?? []).map(({ path }) => path)),
];
