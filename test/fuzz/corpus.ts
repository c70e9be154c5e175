import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { FuzzRequest } from './request.ts';

const Entry = z.strictObject({ name: z.string(), ...FuzzRequest.shape });

/** Requests that once failed, or fail elsewhere: sent first in every run. */
export const corpus: z.output<typeof Entry>[] = z
  .array(Entry)
  .parse(JSON.parse(readFileSync(`${import.meta.dirname}/corpus.json`, 'utf8')));
