import { createHash } from 'node:crypto';
import * as z from 'zod';
import { invalidField } from '../values/errors.ts';

/** The part of a list that a caller asks for: a page by its number, or the page after a cursor. */
export interface PageRequest {
  /** From 1, the default. */
  readonly page?: number;
  readonly pageSize: number;
  /** The `next` of an earlier answer. Takes the place of `page`. */
  readonly cursor?: string;
}

export interface Page<T> {
  data: T[];
  meta: PageMeta;
}

export interface PageMeta {
  total: number;
  page: number;
  pageSize: number;
  /** The cursor of the next page; null on the last page. */
  next: string | null;
  /** False when `total` is a lower bound, because a search ended early. Absent when `total` is exact. */
  totalIsExact?: false;
  /** How many records a search has read; absent without a search. */
  searched?: number;
}

/** @throws ApiError `validation_failed` when the caller names a page and a cursor. */
export function refuseBoth({ page, cursor }: PageRequest): void {
  if (page !== undefined && cursor !== undefined) throw invalidField('cursor', 'takes the place of `page`');
}

/** The order of every list: newest first, and by id within the same instant. */
export const newestFirst = <T extends { createdAt: string; id: string }>(records: readonly T[]): T[] =>
  records.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id));

/**
 * A page of a list in memory. Only for lists in one partition whose length has a limit per organisation. A cursor says
 * how many records are left, because new records come first.
 * @param scope what makes this list different from all other lists: its name, the organisation and the filters.
 * @throws ApiError `validation_failed` on `cursor`.
 */
export function pageOf<T>(all: readonly T[], request: PageRequest, ...scope: unknown[]): Page<T> {
  refuseBoth(request);
  const { page = 1, pageSize, cursor } = request;
  const cursors = cursorsOf(...scope);
  const place = cursor === undefined ? null : cursors.read(cursor);
  const first = place === null ? (page - 1) * pageSize : Math.max(0, all.length - Number(place.after));
  const number = place?.page ?? page;
  const left = all.length - first - pageSize;
  const next = left > 0 ? cursors.write({ after: String(left), page: number + 1 }) : null;
  return { data: all.slice(first, first + pageSize), meta: { total: all.length, page: number, pageSize, next } };
}

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
