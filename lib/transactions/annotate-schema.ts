import * as z from 'zod';
import { ifValid } from '../values/dependent-checks.ts';
import { name, note } from '../values/fields.ts';

/** What a person may say about a record. */
export const AnnotateTransaction = z
  .strictObject({
    notes: note(4000).optional(),
    tags: z.array(name(64)).max(20).optional(),
  })
  .refine(({ notes, tags }) => notes !== undefined || tags !== undefined, {
    message: 'notes or tags is required',
    path: ['notes'],
    when: ifValid('notes', 'tags'),
  })
  .meta({ id: 'AnnotateTransaction' });
