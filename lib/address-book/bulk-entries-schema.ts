import * as z from 'zod';
import { Uuid } from '../values/ids.ts';
import { BookEntry, CreateBookEntry } from './schema.ts';

/** The entries of one request. */
const MOST_ROWS = 100;

/** The body as the API documents it. */
export const BulkEntries = z
  .strictObject({ entries: z.array(CreateBookEntry).min(1).max(MOST_ROWS) })
  .meta({ id: 'BulkAddressBookEntries' });

/** The body as it is read: a bad row is a failed row, and no bad request. */
export const BulkEntryRows = z.strictObject({ entries: z.array(z.unknown()).min(1).max(MOST_ROWS) });

const Index = z.int().describe('The place of the row in the request, from 0');

/** What became of the rows of a request. */
export const BulkEntriesAnswer = z
  .object({
    created: z.array(BookEntry),
    existing: z
      .array(
        z.object({
          index: Index,
          id: Uuid,
          differs: z.array(z.string()).describe('The fields that the row states otherwise than the entry'),
        }),
      )
      .describe('Rows whose address has an entry already. The entries stay as they are'),
    failed: z.array(
      z.object({
        index: Index,
        code: z.enum(['validation_failed', 'conflict']),
        errors: z.array(z.object({ path: z.string().describe('Within the row'), message: z.string() })),
      }),
    ),
  })
  .meta({ id: 'BulkAddressBookEntriesAnswer' });
export type BulkEntriesAnswer = z.output<typeof BulkEntriesAnswer>;
