import { createHash } from 'node:crypto';
import * as z from 'zod';
import { invalidField } from '../../values/errors.ts';

/** The place of a reader in a list: the key of the last entry that was read, and the number of the next page. */
export interface Place {
  readonly after: string;
  readonly page: number;
}

const Stored = z.tuple([z.string(), z.int().min(1), z.string().min(1)]);

/**
 * Cursors of one list with one filter and order. A cursor of another list, organisation, filter or order is refused:
 * its place would be meaningless there.
 */
export function cursorsOf(...scope: unknown[]) {
  const tag = createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 12);
  return {
    write: ({ after, page }: Place): string => Buffer.from(JSON.stringify([tag, page, after])).toString('base64url'),

    /** @throws ApiError `validation_failed` on `cursor`. */
    read(cursor: string): Place {
      const { data } = Stored.safeParse(parsed(cursor));
      if (data === undefined || data[0] !== tag) {
        throw invalidField('cursor', 'must be the `meta.next` of an answer to the same request');
      }
      return { page: data[1], after: data[2] };
    },
  };
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
