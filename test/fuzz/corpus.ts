import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { FuzzRequest } from './request.ts';

const Entry = z.strictObject({ name: z.string(), ...FuzzRequest.shape });

/** Requests that failed once, here or in other projects. Every run sends these requests first. */
export const corpus: z.output<typeof Entry>[] = z
  .array(Entry)
  .parse(JSON.parse(readFileSync(`${import.meta.dirname}/corpus.json`, 'utf8')));
