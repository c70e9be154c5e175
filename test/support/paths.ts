import type * as z from 'zod';
import { fieldErrors } from '../../lib/values/field-errors.ts';

/** The fields that a schema refuses, each once. Empty if the schema accepts the value. */
export const pathsOf = (schema: z.ZodType, value: unknown): string[] => [
  ...new Set(fieldErrors(schema.safeParse(value).error?.issues ?? []).map(({ path }) => path)),
];
